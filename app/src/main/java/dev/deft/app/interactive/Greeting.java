package dev.deft.app.interactive;

import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/// The first lines of a conversation.
final class Greeting {

    private static final String HELP =
            "Say what to do. / commands, @ files, ! your own shell, /help for the rest.";

    private Greeting() {}

    static List<AttributedString> lines(Path root, Theme theme, int columns) {
        List<AttributedString> lines = new ArrayList<>();
        var title = new AttributedStringBuilder();
        title.styled(theme.accent(), "deft");
        title.styled(theme.faint(), "  " + TerminalText.read(root.toString()));
        lines.add(TranscriptBlocks.cut(title.toAttributedString(), columns));
        lines.addAll(Wrap.words(HELP, columns, theme.faint()));
        return lines;
    }
}
