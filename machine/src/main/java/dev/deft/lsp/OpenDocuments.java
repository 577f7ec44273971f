package dev.deft.lsp;

import dev.deft.host.LanguageServers.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.FileChangeType;
import org.eclipse.lsp4j.FileEvent;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;

/// The documents that a server has open, kept equal to the files on the disk.
///
/// A document is opened with the text that the tool has read. When its file changes, by us or by
/// anybody else, the server gets the new text before the next question.
final class OpenDocuments {

    static final int MOST_OPEN = 64;

    private final Connection connection;
    private final ServerUris uris;
    private final Map<String, Document> open = new LinkedHashMap<>();
    private int versions;

    OpenDocuments(Connection connection, ServerUris uris) {
        this.connection = connection;
        this.uris = uris;
    }

    private record Document(int version, String text, Instant modified) {}

    /// Makes a document current.
    ///
    /// @param again whether the server gets the text even if it has it, so that it checks it again
    /// @return the version that the server has now
    synchronized int show(Source file, boolean again) throws IOException {
        String path = file.path().display();
        Document known = open.remove(path);
        if (known != null && known.text().equals(file.text()) && !again) {
            open.put(path, new Document(known.version(), known.text(), file.modified()));
            return known.version();
        }
        int version = ++versions;
        if (known == null) {
            var item =
                    new TextDocumentItem(
                            uris.of(path), KnownServers.language(path), version, file.text());
            connection.notify("textDocument/didOpen", new DidOpenTextDocumentParams(item));
        } else {
            connection.notify(
                    "textDocument/didChange",
                    new DidChangeTextDocumentParams(
                            new VersionedTextDocumentIdentifier(uris.of(path), version),
                            List.of(new TextDocumentContentChangeEvent(file.text()))));
        }
        open.put(path, new Document(version, file.text(), file.modified()));
        if (open.size() > MOST_OPEN) {
            close(open.keySet().iterator().next());
        }
        return version;
    }

    /// Sends the documents whose files have changed, except one that is shown next. A server does
    /// not look at the files of open documents, not even when they are closed.
    synchronized void refresh(String except, SourceReader reader) throws IOException {
        List<String> changed = new ArrayList<>();
        for (Map.Entry<String, Document> it : List.copyOf(open.entrySet())) {
            if (!it.getKey().equals(except) && !isCurrent(it.getKey(), it.getValue())) {
                changed.add(it.getKey());
            }
        }
        for (String it : changed) {
            Optional<Source> now = reader.read(it);
            if (now.isPresent()) {
                show(now.get(), false);
            } else {
                close(it);
            }
        }
        if (!changed.isEmpty()) {
            changed(changed);
        }
    }

    private boolean isCurrent(String path, Document document) {
        try {
            return Files.getLastModifiedTime(uris.root().resolve(path))
                    .toInstant()
                    .equals(document.modified());
        } catch (IOException _) {
            return false;
        }
    }

    /// Tells the server about files that were changed.
    synchronized void changed(List<String> files) throws IOException {
        List<FileEvent> events = new ArrayList<>();
        for (String it : files) {
            boolean exists = Files.exists(uris.root().resolve(it));
            events.add(
                    new FileEvent(
                            uris.of(it), exists ? FileChangeType.Changed : FileChangeType.Deleted));
        }
        connection.notify(
                "workspace/didChangeWatchedFiles", new DidChangeWatchedFilesParams(events));
    }

    synchronized boolean isOpen(String path) {
        return open.containsKey(path);
    }

    private void close(String path) throws IOException {
        open.remove(path);
        connection.notify(
                "textDocument/didClose",
                new DidCloseTextDocumentParams(new TextDocumentIdentifier(uris.of(path))));
    }
}
