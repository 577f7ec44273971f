package dev.deft.engine.files;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.FileInfo;
import dev.deft.host.FileMeasure;
import dev.deft.host.FileQuery;
import dev.deft.host.FoundFiles;
import dev.deft.host.GrepQuery;
import dev.deft.host.GrepSummary;
import dev.deft.host.HostException;
import dev.deft.host.MatchListener;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The files of a call. What it changes although another session changed it meanwhile is noted for
/// its result, and a conflict says who caused it.
///
/// @param files as the call may access them
record AuthoredFiles(WorkspaceFiles files, SessionAuthorship authorship, String callId)
        implements WorkspaceFiles {

    /// A change of files.
    @FunctionalInterface
    private interface Change<T> {

        T make() throws IOException, InterruptedException;
    }

    @Override
    public WorkspacePath resolve(String path) throws IOException {
        return files.resolve(path);
    }

    @Override
    public FileInfo info(WorkspacePath path) throws IOException {
        return files.info(path);
    }

    @Override
    public List<FileInfo> list(WorkspacePath directory) throws IOException {
        return files.list(directory);
    }

    @Override
    public Bytes load(WorkspacePath file, long maxBytes) throws IOException {
        long at = authorship.now();
        Bytes content = files.load(file, maxBytes);
        authorship.saw(file.display(), at);
        return content;
    }

    @Override
    public OpenFile open(WorkspacePath file) throws IOException {
        long at = authorship.now();
        OpenFile opened = files.open(file);
        authorship.saw(file.display(), at);
        return opened;
    }

    @Override
    public List<Changed> change(List<WorkspacePath> paths, Changer changer)
            throws IOException, InterruptedException {
        List<Changed> changed = told(paths, () -> files.change(paths, changer));
        changed.forEach(it -> authorship.changed(it.file().display()));
        return changed;
    }

    @Override
    public void move(WorkspacePath from, WorkspacePath to)
            throws IOException, InterruptedException {
        List<WorkspacePath> both = List.of(from, to);
        boolean _ =
                told(
                        both,
                        () -> {
                            files.move(from, to);
                            return true;
                        });
        both.forEach(it -> authorship.changed(it.display()));
    }

    @Override
    public void delete(WorkspacePath file) throws IOException, InterruptedException {
        boolean _ =
                told(
                        List.of(file),
                        () -> {
                            files.delete(file);
                            return true;
                        });
        authorship.changed(file.display());
    }

    private <T> T told(List<WorkspacePath> paths, Change<T> change)
            throws IOException, InterruptedException {
        Map<String, String> others = new LinkedHashMap<>();
        for (WorkspacePath it : paths) {
            authorship.overtakenBy(it.display()).ifPresent(who -> others.put(it.display(), who));
        }
        try {
            T made = change.make();
            others.forEach((path, who) ->
                    authorship.note(
                            callId,
                            "%s changed %s after you last read it; your change was made to its content as it is now"
                                    .formatted(who, path)));
            return made;
        } catch (HostException e) {
            if (e.code() != ErrorCode.CONFLICT || others.isEmpty()) {
                throw e;
            }
            var who = new StringBuilder();
            others.forEach(
                    (path, it) -> who.append(" It was %s that changed %s.".formatted(it, path)));
            throw new HostException(ErrorCode.CONFLICT, e.getMessage() + who);
        }
    }

    @Override
    public FoundFiles find(FileQuery query) throws IOException, InterruptedException {
        return files.find(query);
    }

    @Override
    public GrepSummary grep(GrepQuery query, MatchListener listener)
            throws IOException, InterruptedException {
        return files.grep(query, listener);
    }

    @Override
    public List<FileMeasure> measure(List<String> paths, int maxBytes)
            throws IOException, InterruptedException {
        return files.measure(paths, maxBytes);
    }
}
