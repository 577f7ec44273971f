package dev.deft.app.interactive;

import dev.deft.app.terminal.device.TerminalDevice;
import dev.deft.app.terminal.ui.Dialog;
import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Key;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jline.utils.AttributedString;

/// Asks one thing before a conversation begins.
record DialogScreen(TerminalDevice device) {

    /// Waits for the answer.
    ///
    /// @param above explains what is asked, drawn for a width
    /// @return empty if the user pressed Ctrl-C or the terminal is gone
    <T> Optional<T> ask(Function<Integer, List<AttributedString>> above, Dialog<T> dialog)
            throws InterruptedException {
        var loop = new UiLoop();
        device.start(
                key -> loop.postKey(() -> press(key, dialog, loop)), () -> loop.postKey(() -> {}));
        loop.run(() -> draw(above, dialog), () -> false);
        device.draw(List.of(), Frame.EMPTY);
        return dialog.answer();
    }

    private static <T> void press(Key key, Dialog<T> dialog, UiLoop loop) {
        boolean gone =
                key instanceof Key.Press(String name) && List.of("ctrl-c", "eof").contains(name);
        if (!gone) {
            boolean _ = dialog.press(key);
        }
        if (gone || dialog.answer().isPresent()) {
            loop.end();
        }
    }

    private <T> void draw(Function<Integer, List<AttributedString>> above, Dialog<T> dialog) {
        int columns = device.columns();
        List<AttributedString> lines = above.apply(columns);
        int left = Math.max(3, device.rows() - lines.size() - 1);
        device.draw(List.of(), Frame.of(lines).above(dialog.draw(columns, left)));
    }
}
