package dev.deft.tools.plan;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The plans of a workspace: one file for each session that has one. The user may edit them.
public interface Plans {

    /// The longest plan, in bytes of UTF-8.
    int MOST_BYTES = 64 * 1024;

    /// The path of this session's plan, relative to the root, also while it does not exist.
    String path();

    /// The plan of this session as it is on the disk now.
    ///
    /// @throws IOException if somebody made it longer than [#MOST_BYTES]
    Optional<String> read() throws IOException;

    /// Writes the plan of this session.
    void write(String text) throws IOException;

    /// Receives what the user said about the plan of this session.
    void decided(PlanDecision decision) throws IOException;

    /// The paths of all plans, sorted.
    List<String> list() throws IOException;
}
