package dev.deft.app.cli.run;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.FileErrorText;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.PipedInput;
import dev.deft.app.cli.command.UsageException;
import dev.deft.engine.attachment.PromptPicture;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The message of a command line: its words, the piped input and the pictures.
record RunMessage(ParsedArguments arguments, List<Part.Media> pictures) {

    static final CommandOption IMAGE =
            CommandOption.often(
                    "--image", "FILE", "a picture to send with the prompt: PNG, JPEG, GIF or WebP");

    /// The most pictures of one message.
    private static final int MOST_PICTURES = 20;

    RunMessage {
        pictures = List.copyOf(pictures);
    }

    /// The message as far as the command line has it.
    ///
    /// @throws UsageException if a picture cannot be sent
    static RunMessage of(ParsedArguments arguments, Console console) throws UsageException {
        List<String> files = arguments.all(IMAGE.name());
        if (files.size() > MOST_PICTURES) {
            throw new UsageException(
                    "%s was given %d times; a message has at most %d pictures"
                            .formatted(IMAGE.name(), files.size(), MOST_PICTURES));
        }
        List<Part.Media> pictures = new ArrayList<>();
        for (String file : files) {
            pictures.add(picture(file, console));
        }
        return new RunMessage(arguments, pictures);
    }

    private static Part.Media picture(String file, Console console) throws UsageException {
        try {
            return PromptPicture.read(console.directory().resolve(file));
        } catch (IOException e) {
            throw new UsageException(
                    "%s %s: %s".formatted(IMAGE.name(), file, FileErrorText.of(e)));
        } catch (InvalidPathException e) {
            throw new UsageException("%s: %s".formatted(IMAGE.name(), e.getMessage()));
        }
    }

    /// The words, without the `-` that stands for piped input.
    String prompt() {
        return String.join(" ", arguments.words().stream().filter(it -> !it.equals("-")).toList())
                .strip();
    }

    /// Rejects a command line without a prompt where nothing can be piped.
    void requirePrompt(Console console) throws UsageException {
        if (arguments.words().isEmpty() && console.hasKeyboard()) {
            throw nothingToDo();
        }
    }

    /// The prompt, the piped input and the pictures. A lone `-` means that input will come.
    ///
    /// @param command what a slash command makes of the prompt; empty without one
    Message.User read(List<Part> command, Console console) throws UsageException, IOException {
        boolean awaited = arguments.words().contains("-");
        String prompt = prompt();
        Optional<String> piped =
                awaited ? PipedInput.await(console) : PipedInput.readIfThere(console);
        List<Part> parts = new ArrayList<>();
        if (!command.isEmpty()) {
            parts.addAll(command);
        } else if (!prompt.isEmpty()) {
            parts.add(new Part.Text(prompt));
        }
        piped.ifPresent(it ->
                parts.add(new Part.Text(prompt.isEmpty() ? it : "<stdin>\n" + it + "\n</stdin>")));
        if (parts.isEmpty()) {
            throw nothingToDo();
        }
        parts.addAll(pictures);
        return new Message.User(parts);
    }

    private static UsageException nothingToDo() {
        return new UsageException("there is no prompt; write deft run \"PROMPT\"");
    }
}
