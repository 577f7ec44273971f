package dev.deft.app.terminal;

import dev.deft.output.InvisibleCharacters;
import dev.deft.output.TerminalText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The last filter before a terminal. It passes text, line ends, tabs and the styles of
/// [TextStyle], and replaces every other control character by its name.
///
/// Commands already make texts safe for their purpose; this catches the text that somebody forgot.
public final class TerminalStream extends PrintStream {

    private static final char ESCAPE = '\u001b';

    private final PrintStream terminal;

    private TerminalStream(PrintStream terminal) {
        super(new Filter(terminal), true, StandardCharsets.UTF_8);
        this.terminal = terminal;
    }

    /// Wraps a terminal stream in the filter, once.
    public static PrintStream to(PrintStream terminal) {
        return terminal instanceof TerminalStream ? terminal : new TerminalStream(terminal);
    }

    /// The unfiltered terminal, for output that moves the cursor on purpose.
    static PrintStream beneath(PrintStream out) {
        if (out instanceof TerminalStream guarded) {
            guarded.flush();
            return guarded.terminal;
        }
        return out;
    }

    @Override
    public boolean checkError() {
        boolean failed = super.checkError();
        return terminal.checkError() || failed;
    }

    /// Passes harmless characters. A character or style that is split over two writes waits for its
    /// second part.
    private static final class Filter extends OutputStream {

        private final PrintStream terminal;
        private byte[] waiting = {};

        Filter(PrintStream terminal) {
            this.terminal = terminal;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            byte[] all = Arrays.copyOf(waiting, waiting.length + length);
            System.arraycopy(bytes, from, all, waiting.length, length);
            int whole = whole(all);
            waiting = Arrays.copyOfRange(all, whole, all.length);
            terminal.print(guarded(new String(all, 0, whole, StandardCharsets.UTF_8)));
        }

        @Override
        public synchronized void flush() {
            terminal.flush();
        }

        /// The length of the prefix that ends with a complete character, outside of a style.
        private static int whole(byte[] bytes) {
            int end = bytes.length;
            for (int back = 1; back <= Math.min(TextStyle.LONGEST_STYLE, end); back++) {
                byte it = bytes[end - back];
                if (it == ESCAPE) {
                    boolean unfinished = TextStyle.isBeginning(bytes, end - back);
                    return unfinished ? end - back : end;
                }
                if ((it & 0xc0) == 0xc0) {
                    int wanted = (it & 0xe0) == 0xc0 ? 2 : (it & 0xf0) == 0xe0 ? 3 : 4;
                    return back < wanted ? end - back : end;
                }
            }
            return end;
        }

        private static String guarded(String text) {
            if (text.indexOf(ESCAPE) < 0) {
                return TerminalText.named(text, InvisibleCharacters::isUnsafe);
            }
            var safe = new StringBuilder(text.length() + 16);
            int done = 0;
            for (int at = text.indexOf(ESCAPE); at >= 0; at = text.indexOf(ESCAPE, at + 1)) {
                int after = TextStyle.afterStyle(text, at);
                if (after > at) {
                    safe.append(
                            TerminalText.named(
                                    text.substring(done, at), InvisibleCharacters::isUnsafe));
                    safe.append(text, at, after);
                    done = after;
                }
            }
            return safe.append(
                            TerminalText.named(text.substring(done), InvisibleCharacters::isUnsafe))
                    .toString();
        }
    }
}
