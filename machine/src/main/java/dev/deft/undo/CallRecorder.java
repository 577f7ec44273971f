package dev.deft.undo;

import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.FileChange;
import java.io.IOException;
import java.util.List;

/// Records what one call changes.
record CallRecorder(ChangeRecording recording, String callId, int turn) implements ChangeRecorder {

    /// A file that is moved or deleted is loaded only to be kept, so it must be worth it.
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
