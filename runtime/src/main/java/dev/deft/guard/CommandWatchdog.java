package dev.deft.guard;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.policy.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A watchdog that is a program: the call goes in as JSON, the decision comes out as JSON. Broken,
/// wrong or slow is a no.
public final class CommandWatchdog implements Watchdog {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /// Between the end of its answer and its end as a process.
    private static final Duration LAST_MOMENT = Duration.ofSeconds(2);

    private static final int LONGEST_ANSWER = 64 * 1024;

    private final List<String> command;
    private final Path directory;
    private final Map<String, String> environment;
    private final Duration patience;

    /// Makes a watchdog of a command.
    ///
    /// @param environment what the program may see; no secrets
    public CommandWatchdog(List<String> command, Path directory, Map<String, String> environment) {
        this(command, directory, environment, PATIENCE);
    }

    CommandWatchdog(
            List<String> command,
            Path directory,
            Map<String, String> environment,
            Duration patience) {
        this.command = List.copyOf(command);
        this.directory = directory;
        this.environment = Map.copyOf(environment);
        this.patience = patience;
    }

    @Override
    public Opinion judge(Sighting sighting) throws InterruptedException {
        Process process;
        try {
            process = start();
        } catch (IOException e) {
            return refused("could not be started: " + e.getMessage());
        }
        try {
            return answer(process, question(sighting));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private Process start() throws IOException {
        var builder =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static String question(Sighting sighting) {
        return JsonText.write(
                Json.Obj.EMPTY
                        .with("tool", sighting.tool())
                        .with("args", sighting.arguments())
                        .with("agent", sighting.agent())
                        .with("session", sighting.session())
                        .with("manifest", sighting.manifest().get().json()));
    }

    private Opinion answer(Process process, String question) throws InterruptedException {
        var talk = new Talk(process, question);
        Thread thread = Thread.ofVirtual().name("watchdog").start(talk);
        if (!thread.join(patience)
                || !process.waitFor(LAST_MOMENT.toMillis(), TimeUnit.MILLISECONDS)) {
            thread.interrupt();
            return refused("took longer than %d s".formatted(patience.toSeconds()));
        }
        if (process.exitValue() != 0) {
            return refused("ended with exit code " + process.exitValue());
        }
        return read(talk.answer);
    }

    private static Opinion read(String answer) {
        try {
            Json.Obj object = JsonText.parseObject(answer);
            Action action = Rule.action(object.text("decision").orElse(""));
            return new Opinion(
                    action,
                    object.text("reason").orElse("The watchdog says " + action.wire() + "."));
        } catch (IOException | IllegalArgumentException _) {
            return refused(
                    "gave no answer of the form {\"decision\":\"allow|deny|ask\",\"reason\":\"…\"}");
        }
    }

    private static Opinion refused(String problem) {
        return new Opinion(
                Action.DENY, "The watchdog program " + problem + ", so the call is refused.");
    }

    /// Writes the question and reads the answer, so that a program that does neither blocks nobody.
    private static final class Talk implements Runnable {

        private final Process process;
        private final String question;
        private volatile String answer = "";

        Talk(Process process, String question) {
            this.process = process;
            this.question = question;
        }

        @Override
        public void run() {
            try (OutputStream in = process.getOutputStream()) {
                in.write(question.getBytes(StandardCharsets.UTF_8));
            } catch (IOException _) {
                // A program that answers without listening closes its end first.
            }
            try (InputStream out = process.getInputStream()) {
                answer = new String(out.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8);
            } catch (IOException _) {
                answer = "";
            }
        }
    }
}
