package dev.deft.os.change;

import java.io.IOException;
import java.util.List;

/// Records every change before it takes effect, so that it can be undone.
public interface ChangeRecorder {

    /// For changes that cannot be undone.
    ChangeRecorder NONE =
            new ChangeRecorder() {
                @Override
                public Receipt record(List<FileChange> changes, List<String> directories) {
                    return () -> {};
                }

                @Override
                public void recordTooLarge(String path, long size) {}

                @Override
                public long mostBytes() {
                    return 0;
                }
            };

    /// Stores both sides of each change durably. When it throws, the files stay unchanged.
    ///
    /// @param directories created for the files, and removed by the undo
    Receipt record(List<FileChange> changes, List<String> directories) throws IOException;

    /// Records that a file too large to be stored is about to be moved or deleted.
    void recordTooLarge(String path, long size) throws IOException;

    /// The largest file worth loading for [#record].
    long mostBytes();

    /// Cancels the record of a change that did not happen.
    @FunctionalInterface
    interface Receipt {

        void withdraw() throws IOException;
    }
}
