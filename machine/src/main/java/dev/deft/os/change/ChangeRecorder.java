package dev.deft.os.change;

import java.io.IOException;
import java.util.List;

/// Is told of every change before it takes effect, so that it can be taken back.
public interface ChangeRecorder {

    /// For changes nobody wants to take back.
    ChangeRecorder NONE =
            new ChangeRecorder() {
                @Override
                public Receipt record(List<FileChange> changes, List<String> directories) {
                    return () -> {};
                }

                @Override
                public void recordUnkept(String path, long size) {}

                @Override
                public long mostBytes() {
                    return 0;
                }
            };

    /// Keeps both sides of each change, durably. An exception leaves the files as they are.
    ///
    /// @param directories that are made for the files, and go with them
    Receipt record(List<FileChange> changes, List<String> directories) throws IOException;

    /// A file too large to be kept is about to be moved or deleted.
    void recordUnkept(String path, long size) throws IOException;

    /// The largest file worth loading for [#record].
    long mostBytes();

    /// For a change that was recorded and then did not happen.
    @FunctionalInterface
    interface Receipt {

        void withdraw() throws IOException;
    }
}
