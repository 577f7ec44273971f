package dev.deft.guard;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.policy.Rule;
import java.io.IOException;

/// A watchdog that is a program: the call goes in as JSON, the decision comes out as JSON. Broken,
/// wrong or slow is a no.
public final class CommandWatchdog implements Watchdog {

    private final Program program;

    /// Runs the program of a watchdog.
    @FunctionalInterface
    public interface Program {

        /// Gives a text to the program and waits for what it prints.
        ///
        /// @throws IOException if it cannot be started, fails or is too slow; the message goes on
        ///   after "The watchdog program"
        String answer(String question) throws IOException, InterruptedException;
    }

    public CommandWatchdog(Program program) {
        this.program = program;
    }

    @Override
    public Decision judge(Observation sighting) throws InterruptedException {
        try {
            return read(program.answer(question(sighting)));
        } catch (IOException e) {
            return refused(String.valueOf(e.getMessage()));
        }
    }

    private static String question(Observation sighting) {
        return JsonText.write(
                Json.Obj.EMPTY
                        .with("tool", sighting.tool())
                        .with("args", sighting.arguments())
                        .with("agent", sighting.agent())
                        .with("session", sighting.session())
                        .with("manifest", sighting.manifest().get().json()));
    }

    private static Decision read(String answer) {
        try {
            Json.Obj object = JsonText.parseObject(answer);
            Action action = Rule.action(object.text("decision").orElse(""));
            return new Decision(
                    action,
                    object.text("reason").orElse("The watchdog says " + action.wire() + "."));
        } catch (IOException | IllegalArgumentException _) {
            return refused(
                    "gave no answer of the form {\"decision\":\"allow|deny|ask\",\"reason\":\"…\"}");
        }
    }

    private static Decision refused(String problem) {
        return new Decision(
                Action.DENY, "The watchdog program " + problem + ", so the call is refused.");
    }
}
