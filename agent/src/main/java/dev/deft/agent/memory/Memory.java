package dev.deft.agent.memory;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/// The memory of a workspace, as a call gets it.
///
/// It knows nothing of rules: what a call may not read, the tool leaves out.
public interface Memory {

    /// The memory files, sorted by path. Links are not followed.
    List<MemoryFile> files() throws IOException;

    /// Finds matches. Files that changed since the last search are read again first.
    FoundMemory search(Query query) throws IOException, InterruptedException;

    /// Whether a text has a secret in it, such as a key or the value of a secret variable.
    boolean holdsSecret(String text);

    /// What to search for.
    ///
    /// @param most how many matches at most
    /// @param minScore matches below this score are left out
    /// @param mayRead by path relative to the root; matches of other files are not found
    record Query(String text, int most, double minScore, Predicate<String> mayRead) {}
}
