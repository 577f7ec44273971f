package dev.deft.app.interactive;

import dev.deft.app.Checkout;
import dev.deft.app.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Compares screens with files that a person has reviewed.
///
/// A screen may be half drawn when it is looked at, so it has time to become what is wanted.
final class GoldenScreens {

    private static final long LONGEST_WAIT_SECONDS = 20;
    private static final int QUIET_LOOKS = 8;

    private GoldenScreens() {}

    /// Fails unless the terminal shows what the file holds, or soon does.
    ///
    /// @param name of the file, such as `approval-80x24`
    static void shows(TmuxTerminal terminal, String name) throws IOException, InterruptedException {
        Path file = file(name);
        String wanted = Files.exists(file) ? Files.readString(file).stripTrailing() : "";
        boolean update = System.getProperty("golden", "").equals("update");
        String shown =
                update
                        ? settled(terminal)
                        : ScreenMask.of(
                                terminal.look(
                                        screen -> ScreenMask.of(screen).equals(wanted),
                                        LONGEST_WAIT_SECONDS));
        Golden.fromBuild().file(file, shown);
    }

    /// The same, and a picture of it for the pages, which is drawn again when the screen changed.
    ///
    /// @param picture the name of the file in `docs`
    static void shows(TmuxTerminal terminal, String name, String picture, String label)
            throws IOException, InterruptedException {
        Path golden = file(name);
        Path drawn = Checkout.file("docs/" + picture);
        String before = Files.exists(golden) ? Files.readString(golden) : "";
        shows(terminal, name);
        if (!before.equals(Files.readString(golden)) || Files.notExists(drawn)) {
            Golden.fromBuild()
                    .file(
                            drawn,
                            TerminalRecorder.picture(terminal, label, "deft", terminal.columns()));
        }
    }

    private static Path file(String name) {
        return Checkout.file("app/src/test/resources/dev/deft/app/interactive/" + name + ".txt");
    }

    /// What it shows when it changes no more, apart from what is masked.
    private static String settled(TmuxTerminal terminal) throws IOException, InterruptedException {
        String shown = "";
        for (int same = 0; same < QUIET_LOOKS; same++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            String now = ScreenMask.of(terminal.screen());
            if (!now.equals(shown)) {
                same = 0;
                shown = now;
            }
        }
        return shown;
    }
}
