package dev.deft.os;

import static dev.deft.kernel.Errno.ENOENT;
import static dev.deft.kernel.Errno.ENOTDIR;

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
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.Changes;
import dev.deft.os.change.FileChange;
import dev.deft.os.change.FileState;
import dev.deft.os.tree.FileAttributes;
import dev.deft.os.tree.FileContent;
import dev.deft.os.tree.FileErrorMessages;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Resolver;
import dev.deft.os.tree.Tree;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The files of a workspace that one call may access. Every method fails once it is closed.
public final class OsFiles implements WorkspaceFiles, AutoCloseable {

    private static final int NEW_FILE = 0644;
    private static final int ANYBODY_READS = 0444;
    private static final int ANYBODY_RUNS = 0111;

    /// Of a larger file that would be deleted, a preview has no content.
    private static final long MOST_PREVIEWED = 1 << 20;

    private final Tree tree;
    private final Resolver resolver;
    private final Changes changes;
    private final Function<OsPath, SearchedDirectory> search;
    private final CallAccess access;
    private final EditorOverlay editor;
    private final Set<OpenOsFile> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    OsFiles(
            Tree tree,
            Resolver resolver,
            Changes changes,
            Function<OsPath, SearchedDirectory> search,
            CallAccess access) {
        this.tree = tree;
        this.resolver = resolver;
        this.changes = changes;
        this.search = search;
        this.access = access;
        this.editor = new EditorOverlay(tree.realRoot(), access.editor());
    }

    @Override
    public WorkspacePath resolve(String path) throws IOException {
        requireOpen();
        return resolver.resolve(path);
    }

    @Override
    public FileInfo info(WorkspacePath path) throws IOException {
        OsPath file = readable(path);
        try {
            return tree.look(file).map(it -> info(file.name(), it)).orElseGet(() -> missing(file));
        } catch (KernelException e) {
            if (e.errno() == ENOTDIR) {
                return missing(file);
            }
            throw FileErrorMessages.reading(e, file.display());
        }
    }

    private static FileInfo missing(OsPath file) {
        return new FileInfo(file.name(), FileInfo.Type.MISSING, 0, Instant.EPOCH);
    }

    private static FileInfo info(String name, FileStatus status) {
        Instant modified = Instant.EPOCH.plusNanos(status.modified());
        long size = status.isRegular() ? status.size() : 0;
        return new FileInfo(name, type(status), size, modified);
    }

    private static FileInfo.Type type(FileStatus status) {
        if (status.isRegular()) {
            return FileInfo.Type.FILE;
        }
        if (status.isDirectory()) {
            return FileInfo.Type.DIRECTORY;
        }
        return status.isSymlink() ? FileInfo.Type.SYMLINK : FileInfo.Type.OTHER;
    }

    @Override
    public List<FileInfo> list(WorkspacePath directory) throws IOException {
        requireOpen();
        OsPath path = own(directory);
        Map<String, FileInfo> all =
                entries(path).stream()
                        .collect(
                                Collectors.toMap(
                                        Tree.Entry::name,
                                        it -> info(it.name(), it.status()),
                                        (first, _) -> first));
        List<FileInfo> shown =
                search(path).entriesIn(path).stream()
                        .filter(it -> access.scope().mayRead(path.child(it.name()).display()))
                        .map(it -> all.getOrDefault(it.name(), it))
                        .sorted(Comparator.comparing(FileInfo::name))
                        .toList();
        if (shown.isEmpty()) {
            readable(directory);
        }
        return shown;
    }

    private List<Tree.Entry> entries(OsPath directory) throws HostException {
        try {
            return tree.entries(directory);
        } catch (KernelException e) {
            if (!access.scope().mayRead(directory.display())) {
                throw FileErrorMessages.notReadable(directory.display());
            }
            throw e.errno() == ENOTDIR && isThere(directory)
                    ? FileErrorMessages.notDirectory(directory.display())
                    : unreadable(e, directory);
        }
    }

    private boolean isThere(OsPath path) {
        try {
            return tree.look(path).isPresent();
        } catch (KernelException _) {
            return false;
        }
    }

    @Override
    public Bytes load(WorkspacePath file, long mostBytes) throws IOException {
        OsPath path = readable(file);
        try (Tree.Source source = tree.open(path)) {
            long size = regular(path, source).size();
            if (size > Math.min(mostBytes, Integer.MAX_VALUE - 8)) {
                throw FileErrorMessages.tooLarge(path.display(), size, mostBytes);
            }
            Bytes content = editor.seen(path, source.read(0, (int) size));
            if (content.size() > mostBytes) {
                throw FileErrorMessages.tooLarge(path.display(), content.size(), mostBytes);
            }
            access.memory().saw(path, content);
            return content;
        } catch (KernelException e) {
            throw unreadable(e, path);
        }
    }

    @Override
    public OpenFile open(WorkspacePath file) throws IOException {
        OsPath path = readable(file);
        try {
            Tree.Source source = tree.open(path);
            FileStatus status = regular(path, source);
            if (editor.covers(status.size())) {
                return opened(path, source, status);
            }
            access.memory().sawPart(path, status);
            var opened = new OpenOsFile(path, source, status.size(), open::remove);
            open.add(opened);
            return opened;
        } catch (KernelException e) {
            throw unreadable(e, path);
        }
    }

    /// A file as the user sees it, which need not be what the disk has.
    private OpenFile opened(OsPath path, Tree.Source from, FileStatus status)
            throws IOException, KernelException {
        try (Tree.Source source = from) {
            Bytes content = editor.seen(path, source.read(0, (int) status.size()));
            access.memory().saw(path, content);
            return new EditorOverlay.OpenBuffer(content);
        }
    }

    /// The status of an open file; one that is not regular is closed.
    private static FileStatus regular(OsPath path, Tree.Source source)
            throws HostException, KernelException {
        boolean regular = false;
        try {
            FileStatus status = source.status();
            Changes.requireRegular(path, status);
            regular = true;
            return status;
        } finally {
            if (!regular) {
                source.close();
            }
        }
    }

    private HostException unreadable(KernelException e, OsPath path) {
        if (e.errno() != ENOENT) {
            return FileErrorMessages.reading(e, path.display());
        }
        List<String> near = new Suggestions(tree, access.scope()).near(path);
        return near.isEmpty()
                ? FileErrorMessages.missing(path.display())
                : FileErrorMessages.missing(path.display(), near);
    }

    @Override
    public List<Changed> change(List<WorkspacePath> files, Changer changer)
            throws IOException, InterruptedException {
        List<OsPath> paths = writable(files);
        if (access.previewed().isPresent()) {
            return previewed(paths, changer, access.previewed().get());
        }
        List<FileChange> made =
                editor.asSeen(
                        changes.change(
                                paths,
                                changer.maxBytes(),
                                current -> decide(editor.seen(current), changer),
                                editor.over(access.recorder())));
        editor.changed(made);
        for (FileChange change : made) {
            remember(new OsPath(change.path()), change.after());
        }
        return changed(made);
    }

    private List<Changed> previewed(List<OsPath> paths, Changer changer, PreviewedChanges previewed)
            throws IOException {
        List<FileChange> wanted =
                editor.asSeen(
                        changes.preview(
                                paths,
                                changer.maxBytes(),
                                current -> decide(editor.seen(current), changer)));
        previewed.add(wanted);
        editor.planned(wanted);
        return changed(wanted);
    }

    private static List<Changed> changed(List<FileChange> made) {
        var changed = new ArrayList<Changed>();
        for (FileChange it : made) {
            changed.add(new Changed(new OsPath(it.path()), bytes(it.before()), bytes(it.after())));
        }
        return changed;
    }

    private static Optional<Bytes> bytes(FileState state) {
        return state.content()
                .filter(FileContent.InMemory.class::isInstance)
                .map(it -> ((FileContent.InMemory) it).bytes());
    }

    private Map<OsPath, FileState> decide(Map<OsPath, Changes.Before> current, Changer changer)
            throws IOException {
        var shown = new LinkedHashMap<WorkspacePath, Current>();
        for (var one : current.entrySet()) {
            Changes.Before before = one.getValue();
            shown.put(
                    one.getKey(),
                    new Current(
                            size(before),
                            before.content(),
                            isOther(one.getKey(), before),
                            access.scope().mayShow(one.getKey().display())));
        }
        var wanted = new LinkedHashMap<OsPath, FileState>();
        changer.change(shown)
                .forEach((path, content) ->
                        wanted.put(
                                own(path), content.map(FileState::of).orElse(FileState.absent())));
        changer.origins()
                .forEach((path, origin) ->
                        wanted.computeIfPresent(
                                own(path), (_, it) -> like(current.get(own(origin)), it)));
        changer.executable()
                .forEach((path, may) ->
                        wanted.computeIfPresent(
                                own(path), (own, it) -> executable(current.get(own), it, may)));
        requireOpen();
        return wanted;
    }

    private static OptionalLong size(Changes.Before before) {
        if (before.content().isPresent()) {
            return OptionalLong.of(before.content().get().size());
        }
        return before.status().map(it -> OptionalLong.of(it.size())).orElse(OptionalLong.empty());
    }

    /// Copies the attributes of the file that this one was made from.
    private static FileState like(Changes.@Nullable Before origin, FileState wanted) {
        return origin != null && wanted instanceof FileState.File(FileContent content, _)
                ? new FileState.File(content, origin.fileAttributes())
                : wanted;
    }

    /// Makes a file executable for everybody who may read it, as git does.
    private static FileState executable(
            Changes.@Nullable Before before, FileState wanted, boolean may) {
        if (!(wanted
                instanceof FileState.File(FileContent content, FileAttributes fileAttributes))) {
            return wanted;
        }
        FileAttributes known =
                before == null ? fileAttributes : fileAttributes.or(before.fileAttributes());
        int permissions = known.permissions().orElse(NEW_FILE);
        int readers = (permissions & ANYBODY_READS) >> 2;
        int changed = may ? permissions | readers : permissions & ~ANYBODY_RUNS;
        return new FileState.File(content, fileAttributes.withPermissions(OptionalInt.of(changed)));
    }

    private boolean isOther(OsPath path, Changes.Before before) throws IOException {
        return before.data().isPresent()
                && access.memory()
                        .isOther(path, before.data().get(), before.status().orElseThrow());
    }

    private void remember(OsPath path, FileState state) throws IOException {
        if (state.content().isPresent()) {
            access.memory().saw(path, state.content().get().bytes());
        } else {
            access.memory().forget(path);
        }
    }

    @Override
    public void move(WorkspacePath from, WorkspacePath to)
            throws IOException, InterruptedException {
        readable(from);
        List<OsPath> paths = writable(List.of(from, to));
        if (access.previewed().isPresent()) {
            previewMove(paths.getFirst(), paths.getLast(), access.previewed().get());
            return;
        }
        changes.move(paths.getFirst(), paths.getLast(), access.recorder());
        access.memory().moved(paths.getFirst(), paths.getLast());
    }

    @Override
    public void delete(WorkspacePath file) throws IOException, InterruptedException {
        OsPath path = writable(List.of(file)).getFirst();
        if (access.previewed().isPresent()) {
            existing(path);
            access.previewed()
                    .get()
                    .add(
                            changes.preview(
                                    List.of(path),
                                    MOST_PREVIEWED,
                                    _ -> Map.of(path, FileState.absent())));
            return;
        }
        changes.delete(path, access.recorder());
        access.memory().forget(path);
    }

    private void previewMove(OsPath from, OsPath to, PreviewedChanges previewed)
            throws IOException {
        existing(from);
        if (info(to).type() != FileInfo.Type.MISSING) {
            throw new HostException(ErrorCode.CONFLICT, to.display() + " exists already.");
        }
        previewed.add(new PreviewedChanges.Move(from.display(), to.display()));
    }

    /// What the call would do, if it only shows its changes.
    Optional<PreviewedChanges> previewed() {
        return access.previewed();
    }

    @Override
    public FoundFiles find(FileQuery query) throws IOException, InterruptedException {
        OsPath under = existing(query.under());
        return search(under).find(under, query);
    }

    @Override
    public List<FileMeasure> measure(List<String> files, int maxBytes)
            throws IOException, InterruptedException {
        requireOpen();
        List<String> shown = files.stream().filter(access.scope()::mayRead).toList();
        List<FileMeasure> measured = new FileMeasurer(tree, maxBytes, () -> closed).measure(shown);
        requireOpen();
        return measured;
    }

    @Override
    public GrepSummary grep(GrepQuery query, MatchListener listener)
            throws IOException, InterruptedException {
        OsPath under = existing(query.under());
        return search(under).grep(under, query, listener);
    }

    private ScopedSearch search(OsPath under) {
        return new ScopedSearch(search.apply(under), access.scope());
    }

    private OsPath existing(WorkspacePath path) throws HostException {
        requireOpen();
        OsPath own = own(path);
        try {
            if (tree.look(own).isEmpty()) {
                throw unreadable(new KernelException("look", ENOENT), own);
            }
            return own;
        } catch (KernelException e) {
            throw FileErrorMessages.reading(e, own.display());
        }
    }

    /// Closes what the call left open.
    @Override
    public void close() {
        closed = true;
        open.forEach(OpenOsFile::close);
    }

    private OsPath readable(WorkspacePath path) throws HostException {
        requireOpen();
        if (access.scope().isHidden(path.display())) {
            throw FileErrorMessages.missing(path.display());
        }
        if (!access.scope().mayRead(path.display())) {
            throw FileErrorMessages.notReadable(path.display());
        }
        return own(path);
    }

    private List<OsPath> writable(Collection<WorkspacePath> files) throws HostException {
        requireOpen();
        var paths = new ArrayList<OsPath>();
        for (WorkspacePath file : files) {
            if (!access.scope().mayWrite(file.display())) {
                throw FileErrorMessages.notWritable(file.display());
            }
            paths.add(own(file));
        }
        return paths;
    }

    private void requireOpen() throws HostException {
        if (closed) {
            throw new HostException(ErrorCode.ABORTED, "The call has ended.");
        }
    }

    private static OsPath own(WorkspacePath path) {
        if (path instanceof OsPath own) {
            return own;
        }
        throw new IllegalArgumentException("not a path of this workspace: " + path.display());
    }

    /// What a call may access, what its session knows about files, and where changes are recorded.
    ///
    /// @param previewed collects changes that are not made, for a call that is not approved yet
    /// @param editor in which files may be open
    record CallAccess(
            PathScope scope,
            KnownFiles memory,
            ChangeRecorder recorder,
            Optional<PreviewedChanges> previewed,
            CallEditor editor) {}
}
