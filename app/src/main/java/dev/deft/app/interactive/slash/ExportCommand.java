package dev.deft.app.interactive.slash;

import dev.deft.agent.session.SessionHistory;
import dev.deft.app.terminal.dialog.Picker;
import dev.deft.engine.export.HtmlPage;
import dev.deft.engine.export.MarkdownPage;
import dev.deft.output.TerminalText;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;

/// `/export`: the conversation as a file.
final class ExportCommand {

    private ExportCommand() {}

    static void run(String file, SlashContext conversation) {
        String id = conversation.session().id();
        Path target;
        try {
            target =
                    conversation
                            .workspace()
                            .root()
                            .resolve(file.isEmpty() ? "deft-%s.md".formatted(id) : file);
        } catch (InvalidPathException _) {
            conversation.error("That is not a path.");
            return;
        }
        export(target, StandardOpenOption.CREATE_NEW, conversation);
    }

    private static void export(Path target, StandardOpenOption how, SlashContext conversation) {
        conversation.work(
                "Writing",
                () -> written(target, how, conversation),
                done -> {
                    if (done) {
                        conversation.note("Wrote %s.".formatted(shown(target, conversation)));
                    } else {
                        askToOverwrite(target, conversation);
                    }
                });
    }

    /// @return false if the file exists and was not to be overwritten
    private static boolean written(Path target, StandardOpenOption how, SlashContext conversation)
            throws IOException {
        SessionHistory history = conversation.session().changes().history();
        if (history.items().isEmpty()) {
            throw new IOException("There is nothing to export yet.");
        }
        String id = conversation.session().id();
        String name = target.toString().toLowerCase(Locale.ROOT);
        boolean html = name.endsWith(".html") || name.endsWith(".htm");
        String page = html ? HtmlPage.of(id, history) : MarkdownPage.of(id, history);
        if (Files.isDirectory(target)) {
            throw new IOException("%s is a directory.".formatted(target));
        }
        try {
            Files.writeString(
                    target,
                    page,
                    how,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING);
            return true;
        } catch (FileAlreadyExistsException _) {
            return false;
        } catch (java.nio.file.NoSuchFileException e) {
            throw new IOException("There is no directory %s.".formatted(target.getParent()), e);
        }
    }

    private static void askToOverwrite(Path target, SlashContext conversation) {
        conversation.ask(
                new Picker<>(
                        conversation.theme(),
                        "Overwrite %s?".formatted(shown(target, conversation)),
                        List.of(
                                new Picker.Item<>(false, "No", "leave the file as it is"),
                                new Picker.Item<>(true, "Yes", "replace its content"))),
                picked -> {
                    if (picked.orElse(false)) {
                        export(target, StandardOpenOption.CREATE, conversation);
                    }
                });
    }

    private static String shown(Path target, SlashContext conversation) {
        Path root = conversation.workspace().root();
        Path file = target.startsWith(root) ? root.relativize(target) : target;
        return TerminalText.decide(file.toString());
    }
}
