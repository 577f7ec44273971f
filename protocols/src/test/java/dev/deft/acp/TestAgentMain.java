package dev.deft.acp;

import dev.deft.policy.Policy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The agent as a process, for clients in other languages. Its model does what prompts say.
public final class TestAgentMain {

    private TestAgentMain() {}

    /// Serves until the end of the input.
    ///
    /// @param args the home directory
    public static void main(String[] args) throws Exception {
        try (var agents = new TestAgents(Path.of(args[0]), Policy.unspecified())) {
            AcpAgent.serve(System.in, System.out, agents, "test");
        }
        System.exit(0);
    }

    /// The command that starts it.
    static List<String> command(Path home) {
        return new ArrayList<>(
                List.of(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty(
                                "surefire.test.class.path", System.getProperty("java.class.path")),
                        TestAgentMain.class.getName(),
                        home.toString()));
    }
}
