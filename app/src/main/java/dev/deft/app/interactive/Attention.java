package dev.deft.app.interactive;

import dev.deft.app.terminal.ui.Key;
import java.time.Duration;
import java.util.function.Consumer;

/// Notifies the user when they are needed and look elsewhere: the window has lost the focus, or,
/// where the terminal does not tell, nothing was typed for a while.
final class Attention {

    private static final long AWAY_NANOS = Duration.ofSeconds(15).toNanos();

    private final Consumer<String> alert;
    private boolean reported;
    private boolean focused = true;
    private long lastKey = System.nanoTime();

    Attention(Consumer<String> alert) {
        this.alert = alert;
    }

    void seen(Key key) {
        if (key instanceof Key.Focus(boolean gained)) {
            reported = true;
            focused = gained;
        } else {
            lastKey = System.nanoTime();
        }
    }

    void needed(String why) {
        boolean away = reported ? !focused : System.nanoTime() - lastKey > AWAY_NANOS;
        if (away) {
            alert.accept(why);
        }
    }
}
