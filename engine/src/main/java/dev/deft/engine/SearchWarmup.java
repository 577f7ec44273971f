package dev.deft.engine;

import dev.deft.output.ErrorLog;
import java.io.IOException;

/// Gets the files ready to be searched while the model thinks about its first answer. Where that
/// fails, the first call says why.
final class SearchWarmup {

    private SearchWarmup() {}

    static void start(SessionFileAccess files) {
        Thread.ofVirtual().name("warm files").start(() -> warm(files));
    }

    private static void warm(SessionFileAccess files) {
        try {
            files.warm();
        } catch (IOException e) {
            ErrorLog.log(System.Logger.Level.DEBUG, () -> "the files did not get ready", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
