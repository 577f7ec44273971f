package dev.deft.os;

import dev.deft.host.Bytes;
import dev.deft.host.WorkspaceFiles;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.Changes;
import dev.deft.os.change.FileChange;
import dev.deft.os.change.FileState;
import dev.deft.os.tree.FileContent;
import dev.deft.os.tree.OsPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Shows a call the files as the editor of the user has them, and the editor what the call changes.
final class EditorOverlay {

    /// A larger file is read from the disk.
    static final long MOST_BYTES = 8L << 20;

    private final Path root;
    private final CallEditor editor;
    private final Map<String, Bytes> buffers = new ConcurrentHashMap<>();

    EditorOverlay(String root, CallEditor editor) {
        this.root = Path.of(root);
        this.editor = editor;
    }

    boolean covers(long size) {
        return editor.present() && size <= MOST_BYTES;
    }

    /// The content as the user sees it.
    Bytes seen(OsPath path, Bytes onDisk) throws IOException {
        return covers(onDisk.size())
                ? editor.buffer(absolute(path.display()), onDisk).orElse(onDisk)
                : onDisk;
    }

    private Path absolute(String display) {
        return root.resolve(display).normalize();
    }

    /// The files before a change, as the user sees them.
    Map<OsPath, Changes.Before> seen(Map<OsPath, Changes.Before> onDisk) throws IOException {
        if (!editor.present()) {
            return onDisk;
        }
        Map<OsPath, Changes.Before> all = new LinkedHashMap<>();
        for (var one : onDisk.entrySet()) {
            all.put(one.getKey(), seen(one.getKey(), one.getValue()));
        }
        return all;
    }

    private Changes.Before seen(OsPath path, Changes.Before onDisk) throws IOException {
        if (onDisk.content().isEmpty()) {
            return onDisk;
        }
        Bytes disk = onDisk.content().get();
        Bytes seen = seen(path, disk);
        if (seen.equals(disk)) {
            return onDisk;
        }
        buffers.put(path.display(), seen);
        return new Changes.Before(
                onDisk.status(), Optional.of(FileContent.of(seen)), onDisk.attributes());
    }

    /// Undoing a change leads back to what the user saw, which the disk may never have had.
    ChangeRecorder over(ChangeRecorder recorder) {
        return editor.present() ? new SeenRecorder(recorder) : recorder;
    }

    /// Changes from what the user saw.
    List<FileChange> asSeen(List<FileChange> changes) {
        return editor.present() ? changes.stream().map(this::asSeen).toList() : changes;
    }

    private FileChange asSeen(FileChange change) {
        Bytes buffer = buffers.get(change.path());
        return buffer != null && change.before() instanceof FileState.File before
                ? new FileChange(
                        change.path(),
                        new FileState.File(FileContent.of(buffer), before.fileAttributes()),
                        change.after())
                : change;
    }

    /// Tells the editor what was changed, from what the user saw.
    void changed(List<FileChange> changes) {
        if (editor.present()) {
            editor.changed(edited(changes));
        }
    }

    /// Tells the editor what would be changed, from what the user saw.
    void planned(List<FileChange> changes) {
        if (editor.present()) {
            editor.planned(edited(changes));
        }
    }

    private List<CallEditor.EditedFile> edited(List<FileChange> changes) {
        List<CallEditor.EditedFile> all = new ArrayList<>();
        for (FileChange it : changes) {
            all.add(
                    new CallEditor.EditedFile(
                            absolute(it.path()), bytes(it.before()), bytes(it.after())));
        }
        return all;
    }

    private static Optional<Bytes> bytes(FileState state) {
        return state.content()
                .filter(FileContent.InMemory.class::isInstance)
                .map(it -> ((FileContent.InMemory) it).bytes());
    }

    /// The content of a file that is open in the editor.
    record OpenBuffer(Bytes content) implements WorkspaceFiles.OpenFile {

        @Override
        public long size() {
            return content.size();
        }

        @Override
        public Bytes read(long position, int length) {
            return content.part(position, length);
        }

        @Override
        public void close() {}
    }

    /// Records what the user saw before a change.
    private final class SeenRecorder implements ChangeRecorder {

        private final ChangeRecorder recorder;

        SeenRecorder(ChangeRecorder recorder) {
            this.recorder = recorder;
        }

        @Override
        public Receipt record(List<FileChange> changes, List<String> directories)
                throws IOException {
            return recorder.record(asSeen(changes), directories);
        }

        @Override
        public void recordTooLarge(String path, long size) throws IOException {
            recorder.recordTooLarge(path, size);
        }

        @Override
        public long mostBytes() {
            return recorder.mostBytes();
        }
    }
}
