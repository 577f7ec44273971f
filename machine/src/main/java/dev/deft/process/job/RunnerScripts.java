package dev.deft.process.job;

import dev.deft.resource.Resources;

/// The shell scripts that run commands.
public final class RunnerScripts {

    /// The first process of a warm sandbox; its first argument is [#RUNNER].
    public static final String SANDBOX_INIT = load("sandbox-init.bash");

    /// The shell that waits for a launch request; a single line, so that line numbers in error
    /// messages are those of the command.
    public static final String RUNNER = load("runner.bash").strip().replace('\n', ' ');

    /// A function that kills tagged processes outside any namespace.
    public static final String KILL_TAGGED = load("kill-tagged.bash");

    /// The first process of a detached command.
    public static final String DETACHED = KILL_TAGGED + load("detached.bash");

    private RunnerScripts() {}

    private static String load(String name) {
        return Resources.text(RunnerScripts.class, name);
    }
}
