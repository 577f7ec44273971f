package dev.deft.app.interactive;

import dev.deft.app.terminal.ui.Key;
import java.time.Duration;

/// Types a message for the user, at the pace of a person, as in the demo.
final class Typist {

    private static final Duration FIRST = Duration.ofMillis(900);
    private static final Duration PACE = Duration.ofMillis(28);

    private Typist() {}

    static void type(String text, UiLoop loop, Chat chat) {
        Thread.ofVirtual()
                .name("typist")
                .start(() -> {
                    try {
                        Thread.sleep(FIRST);
                        for (int c : text.codePoints().toArray()) {
                            loop.postKey(() -> chat.press(new Key.Text(Character.toString(c))));
                            Thread.sleep(PACE);
                        }
                        Thread.sleep(FIRST);
                        loop.postKey(() -> chat.press(new Key.Press("enter")));
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                });
    }
}
