package dev.deft.undo;

import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.FileChange;
import java.io.IOException;
import java.util.List;

/// Records the changes of one call.
record CallRecorder(ChangeRecording recording, String callId, int turn) implements ChangeRecorder {

    /// A file that is moved or deleted is loaded only to be stored, so it may use only this
    /// fraction of the store.
    private static final int SHARE = 4;

    @Override
    public Receipt record(List<FileChange> changes, List<String> directories) throws IOException {
        return recording.record(turn, callId, changes, directories);
    }

    @Override
    public void recordTooLarge(String path, long size) throws IOException {
        recording.recordTooLarge(turn, callId, path, size);
    }

    @Override
    public long mostBytes() {
        return recording.mostBytes() / SHARE;
    }
}
