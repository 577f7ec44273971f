package dev.deft.reference;

import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The large results of a session, by names such as `ref:grep-1`.
public interface NamedResults {

    /// The field of the metadata of a result that has its name.
    String FIELD = "ref";

    /// Names nothing.
    NamedResults NONE =
            new NamedResults() {
                @Override
                public Optional<String> issue(String toolId, Path sidecar) {
                    return Optional.empty();
                }

                @Override
                public Found find(String name) {
                    return new Found.Literal();
                }

                @Override
                public List<Listed> list() {
                    return List.of();
                }

                @Override
                public boolean drop(String name) {
                    return false;
                }
            };

    /// Names a result.
    ///
    /// @param sidecar the file with all of it
    /// @return the name; empty if the result cannot be named
    Optional<String> issue(String toolId, Path sidecar) throws IOException;

    /// Looks up a text that may be a name.
    Found find(String name) throws IOException;

    /// The current names, newest first.
    List<Listed> list();

    /// Forgets a name. The result stays where it is.
    ///
    /// @return false if there is no such name
    boolean drop(String name) throws IOException;

    /// What a text stands for.
    sealed interface Found {

        /// The result of that name.
        record Content(PassedReference passed) implements Found {}

        /// A name whose result cannot be used.
        record Unusable(ToolResult.Failure why) implements Found {}

        /// The text is not a name and stands for itself.
        record Literal() implements Found {}
    }

    /// A named result.
    ///
    /// @param tool the id of the tool whose result it is
    /// @param bytes of all of it
    /// @param issued when it was named
    record Listed(String name, String tool, long bytes, Instant issued) {}
}
