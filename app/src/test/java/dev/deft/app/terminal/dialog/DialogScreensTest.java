package dev.deft.app.terminal.dialog;

import dev.deft.app.Golden;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Pins how dialogs look, on screens of three sizes.
class DialogScreensTest {

    private static final Path SCREENS =
            Path.of("src/test/resources/dev/deft/app/terminal/dialog/screens");

    @TestFactory
    Stream<DynamicTest> looksAsReviewed() {
        Map<String, String> screens = new TreeMap<>();
        DialogExamples.all()
                .forEach((name, dialog) -> {
                    screens.put(name + "-80x24.txt", DrawnDialog.text(dialog.get(), 80, 24));
                    screens.put(name + "-160x50.txt", DrawnDialog.text(dialog.get(), 160, 50));
                    screens.put(name + "-40x20.txt", DrawnDialog.text(dialog.get(), 40, 20));
                    screens.put(name + "-60x10.txt", DrawnDialog.text(dialog.get(), 60, 10));
                });
        return Golden.fromBuild().directory(SCREENS, screens);
    }
}
