package dev.deft.agent.skill;

import dev.deft.host.HostException;
import java.io.IOException;
import java.util.List;

/// The skills of a session, as a call gets them: those whose files it may read.
public interface Skills {

    /// The skills as they are now.
    SkillCatalog catalog() throws IOException;

    /// Loads a skill. The files of one outside the workspace are copied to where tools can read
    /// them.
    ///
    /// @throws HostException if its files cannot be read, or no longer make a skill
    Loaded load(Skill skill) throws IOException, InterruptedException;

    /// A skill that was loaded.
    ///
    /// @param body the instructions
    /// @param directory where its files are, relative to the root
    /// @param files relative to the directory, without the main file
    /// @param more whether there are more files than listed
    record Loaded(String body, String directory, List<String> files, boolean more) {

        /// Copies the list.
        public Loaded {
            files = List.copyOf(files);
        }
    }
}
