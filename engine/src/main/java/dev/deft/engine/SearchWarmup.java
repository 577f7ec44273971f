package dev.deft.engine;

import dev.deft.output.ErrorLog;
import java.io.IOException;

/// Prepares the search index while the model works on its first answer. Errors are reported by the
/// first call that searches.
final class SearchWarmup {

    private SearchWarmup() {}

    static void start(SessionFileAccess files) {
        Thread.ofVirtual().name("warm files").start(() -> warm(files));
    }

    private static void warm(SessionFileAccess files) {
        try {
            files.warm();
        } catch (IOException e) {
            ErrorLog.log(System.Logger.Level.DEBUG, () -> "the search could not be prepared", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
