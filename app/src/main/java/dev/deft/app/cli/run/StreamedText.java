package dev.deft.app.cli.run;

import dev.deft.app.terminal.LiveLine;
import dev.deft.app.terminal.MarkdownStream;
import dev.deft.app.terminal.TextStyle;
import java.io.PrintStream;

/// The words of a model, shown on a terminal as they come.
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

    /// Something else follows.
    void end() {
        live.write(out, markdown.end());
        live.endLine();
        if (!words.toString().isBlank()) {
            last = words.toString().strip();
        }
        words.setLength(0);
    }

    /// Shows a whole text, unless it is what was said last.
    void complete(String text) {
        end();
        if (!text.isBlank() && !last.equals(text.strip())) {
            append(text);
            end();
        }
    }
}
