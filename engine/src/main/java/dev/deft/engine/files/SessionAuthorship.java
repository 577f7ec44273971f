package dev.deft.engine.files;

import dev.deft.host.WorkspaceFiles;
import dev.deft.os.CallEditor;
import dev.deft.os.change.CommandChangeRecorder;
import dev.deft.os.change.FileChange;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// What one session knows about changes of its files by other sessions, and tells its calls.
public final class SessionAuthorship {

    private final FileAuthors authors;
    private final String session;
    private final String agent;
    private final Map<String, Long> seen = new ConcurrentHashMap<>();
    private final Map<String, List<String>> notes = new ConcurrentHashMap<>();

    /// @param authors shared by the sessions of a workspace
    /// @param agent the name of the agent of this session
    public SessionAuthorship(FileAuthors authors, String session, String agent) {
        this.authors = authors;
        this.session = session;
        this.agent = agent;
    }

    /// The files of a call, which learns who else changed what it changes.
    public WorkspaceFiles over(WorkspaceFiles files, String callId) {
        return new AuthoredFiles(files, this, callId);
    }

    /// The editor of the user as a call sees it. What goes wrong there is said in the result.
    public CallEditor over(EditorFiles editor, String callId) {
        return editor.equals(EditorFiles.NONE)
                ? CallEditor.NONE
                : new EditorCall(editor, callId, it -> note(callId, it));
    }

    /// Records what commands change.
    public CommandChangeRecorder over(CommandChangeRecorder recorder) {
        return new CommandChangeRecorder() {
            @Override
            public void keep(List<FileChange> changes) throws IOException, InterruptedException {
                recorder.keep(changes);
                changes.forEach(it -> changed(it.path()));
            }

            @Override
            public void note(List<FileChange> changes) throws IOException, InterruptedException {
                recorder.note(changes);
                changes.forEach(it -> changed(it.path()));
            }
        };
    }

    /// What the result of a call is to say, once.
    public List<String> takeNotes(String callId) {
        List<String> taken = notes.remove(callId);
        return taken == null ? List.of() : List.copyOf(taken);
    }

    void note(String callId, String note) {
        notes.computeIfAbsent(callId, _ -> new CopyOnWriteArrayList<>()).add(note);
    }

    /// The number of the last change, to be taken before a file is read.
    long now() {
        return authors.now();
    }

    void saw(String path, long at) {
        seen.merge(path, at, Math::max);
    }

    void changed(String path) {
        seen.put(path, authors.changed(path, session, agent));
    }

    /// Who changed a file after this session last saw it; empty if it never saw it.
    Optional<String> overtakenBy(String path) {
        Long at = seen.get(path);
        return authors.of(path)
                .filter(it -> at != null && it.change() > at && !it.session().equals(session))
                .map(it -> "agent %s in session %s".formatted(it.agent(), it.session()));
    }
}
