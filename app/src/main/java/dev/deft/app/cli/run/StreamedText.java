package dev.deft.app.cli.run;

import dev.deft.app.terminal.LiveLine;
import dev.deft.app.terminal.MarkdownStream;
import dev.deft.app.terminal.TextStyle;
import java.io.PrintStream;

/// Shows the text of a model on a terminal while it arrives.
public final class StreamedText {

    private final PrintStream out;
    private final LiveLine live;
    private final MarkdownStream markdown;
    private final StringBuilder words = new StringBuilder();
    private String last = "";

    public StreamedText(PrintStream out, TextStyle paint, LiveLine live) {
        this.out = out;
        this.live = live;
        this.markdown = new MarkdownStream(paint);
    }

    void append(String delta) {
        String piece = words.isEmpty() ? delta.stripLeading() : delta;
        words.append(piece);
        live.write(out, markdown.take(piece));
    }

    /// Ends the text, since other output follows.
    void end() {
        live.write(out, markdown.end());
        live.endLine();
        if (!words.toString().isBlank()) {
            last = words.toString().strip();
        }
        words.setLength(0);
    }

    /// Shows a text, unless it was the last one shown.
    void complete(String text) {
        end();
        if (!text.isBlank() && !last.equals(text.strip())) {
            append(text);
            end();
        }
    }
}
