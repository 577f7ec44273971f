package dev.deft.engine.hook;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.output.TerminalText;
import dev.deft.process.filter.FilterProgram;
import java.io.IOException;
import java.util.Optional;

/// What a hook answered.
///
/// @param objection what it says against the event
/// @param context for the model
record HookAnswer(Optional<Objection> objection, Optional<String> context) {

    static final HookAnswer NOTHING = new HookAnswer(Optional.empty(), Optional.empty());

    private static final int DENIED = 2;
    private static final int LONGEST_REASON = 1_000;
    private static final int LONGEST_CONTEXT = 10_000;

    /// An objection.
    ///
    /// @param deny whether it denies; otherwise the user is asked
    record Objection(boolean deny, String reason) {}

    /// Reads what a program printed. `allow` is no more than nothing.
    ///
    /// @throws IOException if it failed or answered in another form; the message continues "The
    ///   hook"
    static HookAnswer read(FilterProgram.Ended ended) throws IOException {
        if (ended.exitCode() == DENIED) {
            String why = ended.error().isBlank() ? "It gave no reason." : ended.error();
            return new HookAnswer(
                    Optional.of(new Objection(true, cut(why, LONGEST_REASON))), Optional.empty());
        }
        if (ended.exitCode() != 0) {
            throw new IOException("ended with exit code " + ended.exitCode());
        }
        if (ended.output().isBlank()) {
            return NOTHING;
        }
        Json.Obj answer;
        try {
            answer = JsonText.parseObject(ended.output());
        } catch (JsonSyntaxException e) {
            throw new IOException(
                    "did not answer in the form"
                            + " {\"decision\":\"deny|ask\",\"reason\":\"…\",\"context\":\"…\"}",
                    e);
        }
        String reason = cut(answer.text("reason").orElse("It gave no reason."), LONGEST_REASON);
        Optional<Objection> objection =
                switch (answer.text("decision").orElse("allow")) {
                    case "deny" -> Optional.of(new Objection(true, reason));
                    case "ask" -> Optional.of(new Objection(false, reason));
                    case "allow" -> Optional.empty();
                    default -> throw new IOException("answered with an unknown decision");
                };
        return new HookAnswer(
                objection,
                answer.text("context")
                        .filter(it -> !it.isBlank())
                        .map(it -> cut(it, LONGEST_CONTEXT)));
    }

    private static String cut(String text, int most) {
        String plain = TerminalText.decideLines(text).strip();
        return plain.length() > most ? plain.substring(0, most) + " […]" : plain;
    }
}
