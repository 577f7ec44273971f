package dev.deft.bench.peers;

/// One step of the work that the model server dictates; each agent has tools of its own for it.
sealed interface ScriptStep {

    /// How the figures name it.
    String kind();

    /// Reads a file.
    ///
    /// @param path relative to the workspace
    record Read(String path) implements ScriptStep {

        @Override
        public String kind() {
            return "read";
        }
    }

    /// Searches all Java files.
    record Grep(String pattern) implements ScriptStep {

        static final String INCLUDE = "*.java";

        @Override
        public String kind() {
            return "grep";
        }
    }

    /// Finds files.
    ///
    /// @param name with a star, such as `Main*.java`
    record Glob(String name) implements ScriptStep {

        String anywhere() {
            return "**/" + name;
        }

        @Override
        public String kind() {
            return "glob";
        }
    }

    /// Runs a command.
    record Bash(String command) implements ScriptStep {

        @Override
        public String kind() {
            return "bash";
        }
    }

    /// Replaces a text that a file has once.
    ///
    /// @param path relative to the workspace
    record Edit(String path, String before, String after) implements ScriptStep {

        @Override
        public String kind() {
            return "edit";
        }
    }
}
