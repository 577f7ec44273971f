package dev.deft.app.cli.command;

import dev.deft.app.terminal.LiveLine;
import dev.deft.app.terminal.TextStyle;
import dev.deft.codec.JsonText;
import dev.deft.host.Question;
import dev.deft.output.TerminalText;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Asks the user at the terminal, on standard error so that standard output stays clean.
///
/// The text of a question comes from a model or a file. Invisible characters in it are named, since
/// one that moves the cursor or reverses the text could make one call look like another.
public final class TerminalApprover implements Approver {

    private static final String ALL_ANSWERS =
            "[o]nce, always for this [s]ession, always for this [p]roject, [r]eject: ";

    private static final String ONCE_ONLY = "[o]nce, [r]eject: ";

    private final Console console;
    private final TextStyle paint;
    private final LiveLine live;
    private final BufferedReader keyboard;
    private Optional<FutureTask<Optional<String>>> reading = Optional.empty();

    TerminalApprover(Console console, LiveLine live, BufferedReader keyboard) {
        this.console = console;
        this.paint = console.onErr();
        this.live = live;
        this.keyboard = keyboard;
    }

    /// The approver at the terminal of this process, or nobody if there is no terminal. Standard
    /// input and standard output may be files.
    ///
    /// @param live pauses while the user is asked
    public static Approver atTerminal(Console console, LiveLine live) {
        try {
            return new TerminalApprover(
                    console,
                    live,
                    Files.newBufferedReader(Path.of("/dev/tty"), StandardCharsets.UTF_8));
        } catch (IOException _) {
            return Approver.HEADLESS;
        }
    }

    @Override
    public Approval approve(Request request) throws IOException, InterruptedException {
        try (var _ = live.pause()) {
            show(request);
            while (true) {
                console.err().print(request.rules().isEmpty() ? ONCE_ONLY : ALL_ANSWERS);
                Optional<Approval> answer = understood(line().orElse("r"));
                if (answer.isPresent() && fits(answer.get(), request)) {
                    return answer.get();
                }
            }
        }
    }

    /// Offers "always" only where a rule can be stored.
    private static boolean fits(Approval answer, Request request) {
        return !request.rules().isEmpty()
                || answer.equals(Approval.ONCE)
                || answer.equals(Approval.REJECT);
    }

    private void show(Request request) {
        say(
                request.from().map(it -> paint.bold(plain(it)) + ": ").orElse("")
                        + paint.bold("Allow " + plain(request.tool()) + "?")
                        + " "
                        + plain(JsonText.write(request.arguments())));
        request.reasons().forEach(it -> say("  " + plain(it)));
        request.preview()
                .map(TerminalText::decideLines)
                .ifPresent(it -> say(it.stripTrailing().indent(2)));
        request.rules().forEach(it -> say("  always would store: " + paint.yellow(plain(it))));
    }

    private static Optional<Approval> understood(String line) {
        return switch (line.toLowerCase(Locale.ROOT)) {
            case "o", "once", "y", "yes" -> Optional.of(Approval.ONCE);
            case "s", "session" -> Optional.of(Approval.SESSION);
            case "p", "project" -> Optional.of(Approval.PROJECT);
            case "r", "reject", "n", "no" -> Optional.of(Approval.REJECT);
            default -> Optional.empty();
        };
    }

    @Override
    public List<List<String>> answer(String callId, List<Question> questions)
            throws IOException, InterruptedException {
        try (var _ = live.pause()) {
            List<List<String>> answers = new ArrayList<>();
            for (Question question : questions) {
                show(question);
                answers.add(chosen(question, line().orElse("")));
            }
            return answers;
        }
    }

    private void show(Question question) {
        question.header().ifPresent(it -> say(plain(it)));
        say(paint.bold(plain(question.question())));
        for (int i = 0; i < question.options().size(); i++) {
            Question.Choice choice = question.options().get(i);
            String description = choice.description().map(it -> ": " + it).orElse("");
            say("  %d. %s".formatted(i + 1, plain(choice.label() + description)));
        }
        String numbers =
                question.options().isEmpty()
                        ? ""
                        : question.multiSelect() ? "numbers or " : "number or ";
        console.err().print(numbers + "text, empty to skip: ");
    }

    /// Numbers of options select their labels; any other number is an answer of its own.
    private static List<String> chosen(Question question, String line) {
        if (line.isEmpty()) {
            return List.of();
        }
        List<String> words =
                question.multiSelect() ? Arrays.asList(line.split("[ ,]+", -1)) : List.of(line);
        List<String> labels = new ArrayList<>();
        for (String word : words) {
            Optional<String> label = label(question, word);
            if (label.isEmpty()) {
                return List.of(line);
            }
            labels.add(label.get());
        }
        return labels;
    }

    private static Optional<String> label(Question question, String number) {
        for (int i = 0; i < question.options().size(); i++) {
            if (number.equals(Integer.toString(i + 1))) {
                return Optional.of(question.options().get(i).label());
            }
        }
        return Optional.empty();
    }

    /// Reads the next line; empty at the end. A blocked read of a terminal ignores interrupts, so
    /// another thread reads; a line that arrives after an interrupt answers the next question.
    private Optional<String> line() throws IOException, InterruptedException {
        FutureTask<Optional<String>> next = reading.orElseGet(this::read);
        reading = Optional.of(next);
        try {
            Optional<String> line = next.get();
            reading = Optional.empty();
            return line;
        } catch (ExecutionException e) {
            reading = Optional.empty();
            throw new IOException("the terminal cannot be read: " + e.getCause(), e);
        } catch (InterruptedException e) {
            console.err().println();
            throw e;
        }
    }

    private FutureTask<Optional<String>> read() {
        var task =
                new FutureTask<Optional<String>>(
                        () -> Optional.ofNullable(keyboard.readLine()).map(String::strip));
        Thread.ofPlatform().daemon().name("keyboard").start(task);
        return task;
    }

    private void say(String line) {
        console.err().println(line);
    }

    private static String plain(String text) {
        return TerminalText.decide(text);
    }
}
