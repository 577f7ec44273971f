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
                    return Receipt.NOTHING;
                }

                @Override
                public void recordTooLarge(String path, long size) {}

                @Override
                public long mostBytes() {
                    return 0;
                }
            };

    /// Stores both sides of each change, which may not be durable yet. When it throws, the files
    /// stay unchanged.
    ///
    /// @param directories created for the files, and removed by the undo
    Receipt record(List<FileChange> changes, List<String> directories) throws IOException;

    /// Records that a file too large to be stored is about to be moved or deleted.
    void recordTooLarge(String path, long size) throws IOException;

    /// The largest file worth loading for [#record].
    long mostBytes();

    /// The record of a change that has not happened yet.
    interface Receipt extends AutoCloseable {

        /// For a change of which nothing is recorded.
        Receipt NOTHING =
                new Receipt() {
                    @Override
                    public void await() {}

                    @Override
                    public void withdraw() {}

                    @Override
                    public void close() {}
                };

        /// Waits until the record is durable. Before that, the change must not take effect. A
        /// second call does nothing.
        void await() throws IOException;

        /// Cancels the record of a change that did not happen.
        void withdraw() throws IOException;

        @Override
        void close();
    }
}
