package dev.deft.app.terminal.ui;

import static org.jline.utils.AttributedStyle.BLUE;
import static org.jline.utils.AttributedStyle.CYAN;
import static org.jline.utils.AttributedStyle.DEFAULT;
import static org.jline.utils.AttributedStyle.GREEN;
import static org.jline.utils.AttributedStyle.MAGENTA;
import static org.jline.utils.AttributedStyle.RED;
import static org.jline.utils.AttributedStyle.YELLOW;

import dev.deft.app.terminal.Screen;
import org.jline.utils.AttributedStyle;

/// The styles by what they are for. Colors are the sixteen of the terminal's own palette, so they
/// fit any background; without colors the styles differ in weight only.
///
/// @param colors whether colors may be used
public record Theme(boolean colors) {

    /// The theme for a terminal.
    public static Theme of(Screen screen) {
        return new Theme(screen.colors());
    }

    public AttributedStyle plain() {
        return DEFAULT;
    }

    public AttributedStyle strong() {
        return DEFAULT.bold();
    }

    public AttributedStyle emphasis() {
        return DEFAULT.italic();
    }

    /// What no longer holds.
    public AttributedStyle struck() {
        return DEFAULT.crossedOut();
    }

    /// What matters less.
    public AttributedStyle faint() {
        return DEFAULT.faint();
    }

    /// What the eye should find first: the prompt, the selected line.
    public AttributedStyle accent() {
        return colored(DEFAULT.bold(), CYAN);
    }

    public AttributedStyle success() {
        return colored(DEFAULT, GREEN);
    }

    public AttributedStyle warning() {
        return colored(DEFAULT, YELLOW);
    }

    public AttributedStyle error() {
        return colored(DEFAULT, RED);
    }

    public AttributedStyle heading() {
        return colored(DEFAULT.bold(), MAGENTA);
    }

    /// The topmost headings of a text.
    public AttributedStyle title() {
        return heading().underline();
    }

    public AttributedStyle code() {
        return colored(DEFAULT, CYAN);
    }

    public AttributedStyle link() {
        return colored(DEFAULT.underline(), BLUE);
    }

    /// The bullets and numbers of lists.
    public AttributedStyle marker() {
        return colored(DEFAULT, CYAN);
    }

    /// What the user said.
    public AttributedStyle user() {
        return DEFAULT.bold();
    }

    public AttributedStyle keyword() {
        return colored(DEFAULT, MAGENTA);
    }

    public AttributedStyle string() {
        return colored(DEFAULT, GREEN);
    }

    public AttributedStyle comment() {
        return DEFAULT.faint().italic();
    }

    public AttributedStyle number() {
        return colored(DEFAULT, YELLOW);
    }

    public AttributedStyle type() {
        return colored(DEFAULT, CYAN);
    }

    /// Annotations and variables.
    public AttributedStyle annotation() {
        return colored(DEFAULT, BLUE);
    }

    public AttributedStyle added() {
        return colored(DEFAULT, GREEN);
    }

    public AttributedStyle removed() {
        return colored(DEFAULT, RED);
    }

    /// The name of a character that cannot be seen.
    public AttributedStyle unseen() {
        return colored(DEFAULT.bold(), YELLOW);
    }

    /// The words that an edit added.
    public AttributedStyle addedWord() {
        return colored(DEFAULT.bold().underline(), GREEN);
    }

    /// The words that an edit removed.
    public AttributedStyle removedWord() {
        return colored(DEFAULT.bold().underline(), RED);
    }

    /// A style with another one on top: the color of the upper one wins, weights add up.
    public static AttributedStyle over(AttributedStyle lower, AttributedStyle upper) {
        boolean colored = (upper.getMask() & DEFAULT.foreground(RED).getMask()) != 0;
        AttributedStyle under = colored ? lower.foregroundDefault() : lower;
        return new AttributedStyle(
                under.getStyle() | upper.getStyle(), under.getMask() | upper.getMask());
    }

    private AttributedStyle colored(AttributedStyle style, int color) {
        return colors ? style.foreground(color) : style;
    }
}
