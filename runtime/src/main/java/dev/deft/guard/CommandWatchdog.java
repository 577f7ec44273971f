package dev.deft.guard;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.policy.Rule;
import java.io.IOException;

/// A watchdog that is a program: it reads the call as JSON and writes its decision as JSON. If it
/// fails, answers wrongly or takes too long, the call is denied.
public final class CommandWatchdog implements Watchdog {

    private final Program program;

    /// Runs the program of a watchdog.
    @FunctionalInterface
    public interface Program {

        /// Passes a text to the program and returns what it prints.
        ///
        /// @throws IOException if it cannot be started, fails or is too slow; the message continues
        ///   "The watchdog program"
        String answer(String request) throws IOException, InterruptedException;
    }

    public CommandWatchdog(Program program) {
        this.program = program;
    }

    @Override
    public Decision judge(Observation observation) throws InterruptedException {
        try {
            return read(program.answer(request(observation)));
        } catch (IOException e) {
            return denied(String.valueOf(e.getMessage()));
        }
    }

    private static String request(Observation observation) {
        return JsonText.write(
                Json.Obj.EMPTY
                        .with("tool", observation.tool())
                        .with("args", observation.arguments())
                        .with("agent", observation.agent())
                        .with("session", observation.session())
                        .with("manifest", observation.manifest().get().json()));
    }

    private static Decision read(String answer) {
        try {
            Json.Obj object = JsonText.parseObject(answer);
            Action action = Rule.action(object.text("decision").orElse(""));
            return new Decision(
                    action,
                    object.text("reason").orElse("The watchdog says " + action.wire() + "."));
        } catch (IOException | IllegalArgumentException _) {
            return denied(
                    "did not answer in the form {\"decision\":\"allow|deny|ask\",\"reason\":\"…\"}");
        }
    }

    private static Decision denied(String problem) {
        return new Decision(
                Action.DENY, "The watchdog program " + problem + ", so the call is denied.");
    }
}
