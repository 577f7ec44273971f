package dev.deft.agent.model.wires;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Settings;
import dev.deft.agent.config.Trust;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.http.WireFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Another process that asks the model its environment names, once, and prints the answer.
final class AskingChild {

    private AskingChild() {}

    /// All that such a process says.
    static String ask(Path directory, Map<String, String> environment)
            throws IOException, InterruptedException {
        var builder =
                new ProcessBuilder(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                AskingChild.class.getName(),
                                directory.toString()));
        builder.environment().clear();
        builder.environment().put("DEFT_HOME", directory.resolve("home").toString());
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.strip();
    }

    /// Asks.
    ///
    /// @param words the workspace
    public static void main(String[] words) throws IOException, InterruptedException {
        Settings settings =
                Configuration.read(Path.of(words[0]), System.getenv(), "locked", Trust.UNKNOWN)
                        .settings();
        ModelSettings model = settings.model(System.getenv(), Optional.empty());
        try (Model asked = Models.of(model)) {
            System.out.println(
                    asked.ask(WireFixture.prompt("Go."), AnswerListener.NONE).message().text());
        }
    }
}
