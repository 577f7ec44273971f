package dev.deft.app.interactive;

import dev.deft.agent.session.CallTitle;
import dev.deft.agent.session.CommandOutcome;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A call of the agent that has ended, as people see it. Its texts are safe to show.
///
/// @param name of the tool
/// @param subject what it worked on, such as a command or a path
/// @param detail how it ended, in a few words
/// @param arguments a line each
/// @param output the last part of what a command printed; empty for other tools
/// @param whole the whole result, a line each
/// @param diff what it changed in files
/// @param session of the sub-agent that it started
record CallRecord(
        String name,
        String subject,
        String detail,
        boolean failed,
        List<String> arguments,
        List<String> output,
        List<String> whole,
        Optional<String> diff,
        Optional<String> session) {

    private static final int LONGEST_TEXT = 50_000;
    private static final int LONGEST_SUBJECT = 200;
    private static final long TOLD_MILLIS = 1_000;

    CallRecord {
        arguments = List.copyOf(arguments);
        output = List.copyOf(output);
        whole = List.copyOf(whole);
    }

    /// @param result in the shape of the dialect
    /// @param title one line of the tool about its result
    static CallRecord of(
            String tool,
            Json arguments,
            boolean failed,
            String title,
            Json result,
            Duration took,
            Optional<String> session) {
        Json.Obj data = data(result);
        String subject = line(CallTitle.argument(arguments));
        Optional<String> exit = CommandOutcome.of(result);
        boolean bad = failed || exit.filter(CommandOutcome::isFailure).isPresent();
        Optional<String> printed = exit.isPresent() ? text(data, "output") : Optional.empty();
        return new CallRecord(
                TerminalText.read(tool),
                subject,
                detail(subject, failed, title, exit, result, took),
                bad,
                arguments(arguments),
                printed.map(CallRecord::lines).orElse(List.of()),
                whole(result, data),
                diff(data),
                session.or(() -> data.text("session_id")));
    }

    private static Json.Obj data(Json result) {
        if (result instanceof Json.Obj envelope) {
            return envelope.find("data").orElse(envelope) instanceof Json.Obj data
                    ? data
                    : envelope;
        }
        return Json.Obj.EMPTY;
    }

    private static Optional<String> text(Json.Obj data, String field) {
        return data.text("head").or(() -> data.text(field)).filter(it -> !it.isBlank());
    }

    private static String detail(
            String subject,
            boolean failed,
            String title,
            Optional<String> exit,
            Json result,
            Duration took) {
        String time = took.toMillis() >= TOLD_MILLIS ? RunningCall.elapsed(took) : "";
        String said = said(subject, failed, title, exit, result);
        return said + (said.isEmpty() || time.isEmpty() ? "" : " · ") + time;
    }

    private static String said(
            String subject, boolean failed, String title, Optional<String> exit, Json result) {
        if (failed && result instanceof Json.Obj envelope) {
            return line(envelope.text("error_text").orElse(title));
        }
        if (exit.isPresent()) {
            int colon = exit.get().indexOf(':');
            return line(colon < 0 ? exit.get() : exit.get().substring(0, colon));
        }
        Optional<String> answers = answers(data(result));
        if (answers.isPresent()) {
            return line(answers.get());
        }
        String line = line(title);
        int at = line.indexOf(subject);
        String rest = subject.isEmpty() || at < 0 ? line : line.substring(at + subject.length());
        return rest.replaceFirst("^[,:;\\s]+", "");
    }

    /// What the user answered to questions.
    private static Optional<String> answers(Json.Obj data) {
        if (!(data.find("answers").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> all))) {
            return Optional.empty();
        }
        List<String> said = new ArrayList<>();
        for (Json one : all) {
            List<String> words = new ArrayList<>();
            if (one instanceof Json.Arr(List<Json> chosen)) {
                for (Json it : chosen) {
                    words.add(it instanceof Json.Str(String text) ? text : JsonText.write(it));
                }
            }
            said.add(words.isEmpty() ? "skipped" : String.join(", ", words));
        }
        return Optional.of(String.join("; ", said));
    }

    /// A unified diff of the result, of one file or of several.
    private static Optional<String> diff(Json.Obj data) {
        Optional<String> one = data.text("diff").filter(it -> !it.isBlank());
        if (one.isPresent()) {
            return one;
        }
        var all = new StringBuilder();
        if (data.find("files").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> files)) {
            for (Json file : files) {
                if (file instanceof Json.Obj it) {
                    it.text("diff").ifPresent(all::append);
                }
            }
        }
        return all.isEmpty() ? Optional.empty() : Optional.of(all.toString());
    }

    private static List<String> arguments(Json arguments) {
        List<String> lines = new ArrayList<>();
        if (arguments instanceof Json.Obj(Map<String, Json> fields)) {
            fields.forEach((name, value) -> {
                String text = value instanceof Json.Str(String it) ? it : JsonText.write(value);
                lines.addAll(lines(name + ": " + text));
            });
        }
        return lines;
    }

    private static List<String> whole(Json result, Json.Obj data) {
        if (result instanceof Json.Obj envelope && envelope.text("error_text").isPresent()) {
            return lines(envelope.text("error_text").get());
        }
        for (String field : List.of("output", "content", "text", "head")) {
            Optional<String> text = data.text(field).filter(it -> !it.isBlank());
            if (text.isPresent()) {
                return lines(text.get());
            }
        }
        return lines(JsonText.writeIndented(data));
    }

    private static List<String> lines(String text) {
        String bounded = TerminalText.cut(text, LONGEST_TEXT);
        return TerminalText.read(bounded).stripTrailing().lines().toList();
    }

    private static String line(String text) {
        return TerminalText.line(text, LONGEST_SUBJECT);
    }
}
