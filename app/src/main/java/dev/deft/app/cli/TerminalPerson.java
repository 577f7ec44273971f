package dev.deft.app.cli;

import dev.deft.codec.JsonText;
import dev.deft.host.Question;
import dev.deft.run.Person;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The person at the terminal: asked on standard error, so that standard output stays clean.
final class TerminalPerson implements Person {

    private final Console console;
    private final LiveLine live;
    private final BufferedReader keyboard;

    private TerminalPerson(Console console, LiveLine live, BufferedReader keyboard) {
        this.console = console;
        this.live = live;
        this.keyboard = keyboard;
    }

    /// The person at the terminal of this process, or nobody where it has none. Standard input may
    /// be a file, and standard output too.
    ///
    /// @param live keeps still while the person is asked
    static Person atTerminal(Console console, LiveLine live) {
        try {
            return new TerminalPerson(
                    console,
                    live,
                    Files.newBufferedReader(Path.of("/dev/tty"), StandardCharsets.UTF_8));
        } catch (IOException _) {
            return Person.NOBODY;
        }
    }

    @Override
    public Answer approve(Request request) throws IOException {
        try (var _ = live.keepStill()) {
            return approved(request);
        }
    }

    private Answer approved(Request request) throws IOException {
        console.err()
                .println(
                        console.bold("Allow " + request.tool() + "?")
                                + " "
                                + JsonText.write(request.arguments()));
        request.reasons().forEach(it -> console.err().println("  " + it));
        request.preview().ifPresent(it -> console.err().println(it.stripTrailing().indent(2)));
        request.rules()
                .forEach(
                        it -> console.err().println("  always would store: " + console.yellow(it)));
        console.err()
                .print("[o]nce, always for this [s]ession, always for this [p]roject, [r]eject: ");
        return switch (line().orElse("r")) {
            case "o", "once", "y", "yes" -> Answer.ONCE;
            case "s", "session" -> Answer.SESSION;
            case "p", "project" -> Answer.PROJECT;
            default -> Answer.REJECT;
        };
    }

    @Override
    public List<List<String>> answer(String callId, List<Question> questions) throws IOException {
        try (var _ = live.keepStill()) {
            return answers(questions);
        }
    }

    private List<List<String>> answers(List<Question> questions) throws IOException {
        List<List<String>> answers = new ArrayList<>();
        for (Question question : questions) {
            console.err().println(console.bold(question.question()));
            for (int i = 0; i < question.options().size(); i++) {
                Question.Choice choice = question.options().get(i);
                console.err()
                        .println(
                                "  %d. %s%s"
                                        .formatted(
                                                i + 1,
                                                choice.label(),
                                                choice.description()
                                                        .map(it -> ": " + it)
                                                        .orElse("")));
            }
            console.err()
                    .print(
                            question.multiSelect()
                                    ? "numbers or text, empty to skip: "
                                    : "number or text, empty to skip: ");
            answers.add(chosen(question, line().orElse("")));
        }
        return answers;
    }

    private static List<String> chosen(Question question, String line) {
        if (line.isEmpty()) {
            return List.of();
        }
        if (!line.matches("\\d+([ ,]+\\d+)*")) {
            return List.of(line);
        }
        return Arrays.stream(line.split("[ ,]+", -1))
                .map(Integer::parseInt)
                .filter(it -> it >= 1 && it <= question.options().size())
                .map(it -> question.options().get(it - 1).label())
                .toList();
    }

    private Optional<String> line() throws IOException {
        return Optional.ofNullable(keyboard.readLine()).map(String::strip);
    }
}
