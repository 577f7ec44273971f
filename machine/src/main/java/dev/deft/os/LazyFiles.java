package dev.deft.os;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The files of a call, opened on first use: most calls never use them. All methods fail after the
/// call has ended, and methods that change files fail while the call may have no effects.
final class LazyFiles implements WorkspaceFiles {

    /// Of more changes only the first are remembered, and large contents not at all.
    private static final int MOST_CHANGES = 100;

    private static final int MOST_BYTES = 4 << 20;

    private final Opener opener;
    private final CallLifetime lifetime;
    private final List<Changed> changes = new ArrayList<>();
    private Optional<WorkspaceFiles> opened = Optional.empty();

    LazyFiles(Opener opener, CallLifetime lifetime) {
        this.opener = opener;
        this.lifetime = lifetime;
    }

    /// Opens the files of the workspace.
    @FunctionalInterface
    interface Opener {

        WorkspaceFiles open() throws IOException, InterruptedException;
    }

    private synchronized WorkspaceFiles files() throws IOException {
        lifetime.check();
        if (opened.isEmpty()) {
            try {
                opened = Optional.of(opener.open());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new HostException(ErrorCode.ABORTED, "The call was aborted.");
            }
        }
        return opened.get();
    }

    private synchronized void remember(Changed changed) {
        if (changes.size() < MOST_CHANGES) {
            changes.add(
                    new Changed(changed.file(), small(changed.before()), small(changed.after())));
        }
    }

    private static Optional<Bytes> small(Optional<Bytes> content) {
        return content.filter(it -> it.size() <= MOST_BYTES);
    }

    /// Files that only collect changes have no effect. All others wait for the intent of the call
    /// themselves, as late as they can.
    private void checkEffect() throws IOException {
        if (previewed(files()).isEmpty()) {
            lifetime.requireEffects();
        }
    }

    /// What the call would change; empty if it changes files, or was stopped before it opened them.
    Optional<PreviewedChanges> previewed() {
        synchronized (this) {
            return opened.flatMap(it -> previewed(it));
        }
    }

    private static Optional<PreviewedChanges> previewed(WorkspaceFiles files) {
        return files instanceof OsFiles own ? own.previewed() : Optional.empty();
    }

    /// What the call has changed so far.
    synchronized List<Changed> changes() {
        return List.copyOf(changes);
    }

    @Override
    public WorkspacePath resolve(String path) throws IOException {
        return files().resolve(path);
    }

    @Override
    public FileInfo info(WorkspacePath path) throws IOException {
        return files().info(path);
    }

    @Override
    public List<FileInfo> list(WorkspacePath directory) throws IOException {
        return files().list(directory);
    }

    @Override
    public Bytes load(WorkspacePath file, long mostBytes) throws IOException {
        return files().load(file, mostBytes);
    }

    @Override
    public OpenFile open(WorkspacePath file) throws IOException {
        return files().open(file);
    }

    @Override
    public List<Changed> change(List<WorkspacePath> paths, Changer changer)
            throws IOException, InterruptedException {
        checkEffect();
        List<Changed> changed = files().change(paths, changer);
        changed.forEach(this::remember);
        return changed;
    }

    @Override
    public void move(WorkspacePath from, WorkspacePath to)
            throws IOException, InterruptedException {
        checkEffect();
        files().move(from, to);
        remember(new Changed(from, Optional.empty(), Optional.empty()));
        remember(new Changed(to, Optional.empty(), Optional.empty()));
    }

    @Override
    public void delete(WorkspacePath file) throws IOException, InterruptedException {
        checkEffect();
        files().delete(file);
        remember(new Changed(file, Optional.empty(), Optional.empty()));
    }

    @Override
    public FoundFiles find(FileQuery query) throws IOException, InterruptedException {
        return files().find(query);
    }

    @Override
    public List<FileMeasure> measure(List<String> paths, int maxBytes)
            throws IOException, InterruptedException {
        return files().measure(paths, maxBytes);
    }

    @Override
    public GrepSummary grep(GrepQuery query, MatchListener listener)
            throws IOException, InterruptedException {
        return files().grep(query, listener);
    }
}
