package dev.deft.engine.files;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.CallEditor;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The editor of the user as one call sees it: text files only.
///
/// @param notes take a sentence for the result of the call
record EditorCall(EditorFiles editor, String callId, Consumer<String> notes) implements CallEditor {

    @Override
    public Optional<Bytes> buffer(Path file, Bytes onDisk) throws IOException {
        Optional<String> disk = text(onDisk);
        if (disk.isEmpty()) {
            return Optional.empty();
        }
        try {
            return editor.read(file)
                    .filter(it -> !it.equals(disk.get()))
                    .map(it -> asOnDisk(it, disk.get()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new HostException(ErrorCode.ABORTED, "The call was cancelled.");
        }
    }

    /// Editors show neither the mark at the start of a file nor how its lines end.
    private static Bytes asOnDisk(String buffer, String disk) {
        String marked = disk.startsWith("\uFEFF") && !buffer.startsWith("\uFEFF") ? "\uFEFF" : "";
        boolean windows = disk.contains("\r\n") && !buffer.contains("\r");
        return Bytes.of(marked + (windows ? buffer.replace("\n", "\r\n") : buffer));
    }

    /// Empty for content that is no UTF-8 text.
    private static Optional<String> text(Bytes content) {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(content.buffer()).toString();
            return text.indexOf('\0') < 0 ? Optional.of(text) : Optional.empty();
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    @Override
    public void planned(List<EditedFile> files) {
        editor.planned(callId, texts(files));
    }

    @Override
    public void changed(List<EditedFile> files) {
        List<EditorFiles.TextChange> changes = texts(files);
        editor.changed(callId, changes);
        for (EditorFiles.TextChange it : changes) {
            if (it.after().isPresent()) {
                write(it.file(), it.after().get());
            }
        }
    }

    /// The change is made, so an editor that does not take it is no failure of the call.
    private void write(Path file, String content) {
        try {
            editor.write(file, content);
        } catch (IOException e) {
            notes.accept(
                    "the file is changed on disk, but the editor did not take the new content of %s: %s"
                            .formatted(String.valueOf(file.getFileName()), e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<EditorFiles.TextChange> texts(List<EditedFile> files) {
        List<EditorFiles.TextChange> all = new ArrayList<>();
        for (EditedFile it : files) {
            Optional<String> before = it.before().flatMap(EditorCall::text);
            Optional<String> after = it.after().flatMap(EditorCall::text);
            boolean readable =
                    before.isPresent() == it.before().isPresent()
                            && after.isPresent() == it.after().isPresent();
            if (readable && (before.isPresent() || after.isPresent())) {
                all.add(new EditorFiles.TextChange(it.file(), before, after));
            }
        }
        return all;
    }
}
