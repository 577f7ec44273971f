package dev.deft.engine.files;

import dev.deft.process.EditorTerminals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// An editor in which the user may have files of the workspace open, with changes that are not
/// saved.
///
/// It is asked only about files that a call may access, after the gates. All methods may be called
/// on any thread.
public interface EditorFiles {

    /// For sessions without an editor.
    EditorFiles NONE =
            new EditorFiles() {
                @Override
                public Optional<String> read(Path file) {
                    return Optional.empty();
                }

                @Override
                public void write(Path file, String content) {}
            };

    /// {@return the content of a text file as the editor has it; empty if the editor has nothing to
    /// say about it, so that the disk counts}
    ///
    /// @param file its absolute path
    /// @throws IOException if the editor should know and does not answer; the call fails with the
    ///   message
    /// @throws InterruptedException if the call was cancelled
    Optional<String> read(Path file) throws IOException, InterruptedException;

    /// Gives the editor the new content of a file that a call has changed. The disk has it already.
    ///
    /// @param file its absolute path
    /// @param content the whole text
    /// @throws IOException if the editor does not take it; the result of the call says so
    /// @throws InterruptedException if the call was cancelled
    void write(Path file, String content) throws IOException, InterruptedException;

    /// {@return where commands run if the policy has no sandbox; empty for where they always run}
    default Optional<EditorTerminals> terminals() {
        return Optional.empty();
    }

    /// Tells what a call would change that is not approved yet.
    ///
    /// @param callId of the call
    /// @param changes of text files
    default void planned(String callId, List<TextChange> changes) {}

    /// Tells what a call has changed.
    ///
    /// @param callId of the call
    /// @param changes of text files
    default void changed(String callId, List<TextChange> changes) {}

    /// A change of a text file.
    ///
    /// @param file its absolute path
    /// @param before as the user saw it; empty if there was no file
    /// @param after empty if the file is deleted
    record TextChange(Path file, Optional<String> before, Optional<String> after) {}
}
