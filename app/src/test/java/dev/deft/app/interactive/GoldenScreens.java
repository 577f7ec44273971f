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
    static void shows(TmuxTerminal terminal, String name)
            throws IOException, InterruptedException {
        Path file =
                Checkout.file("app/src/test/resources/dev/deft/app/interactive/" + name + ".txt");
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

    /// What it shows when it changes no more, apart from what is masked.
    private static String settled(TmuxTerminal terminal)
            throws IOException, InterruptedException {
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
