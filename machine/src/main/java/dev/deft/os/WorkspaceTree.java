package dev.deft.os;

import dev.deft.kernel.KernelException;
import dev.deft.kernel.Syscalls;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.Changes;
import dev.deft.os.change.FileChange;
import dev.deft.os.change.FileChanger;
import dev.deft.os.change.FileState;
import dev.deft.os.state.StateDirectory;
import dev.deft.os.state.StateHome;
import dev.deft.os.tree.FileErrorMessages;
import dev.deft.os.tree.JoinedTree;
import dev.deft.os.tree.KernelTree;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.PortableTree;
import dev.deft.os.tree.Resolver;
import dev.deft.os.tree.Tree;
import dev.deft.search.Search;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// The files of a workspace: its root directory, opened once, and the search index. All sessions on
/// the root share one instance. It is thread-safe.
///
/// All paths are resolved from the open directory, so renaming the root or replacing it by a link
/// has no effect on an open tree.
public final class WorkspaceTree implements AutoCloseable {

    private final Tree tree;
    private final Resolver resolver;
    private final StateHome home;
    private final Changes changes;
    private final Map<String, String> environment;
    private final Function<OsPath, SearchedDirectory> searches;
    private Optional<Search> search = Optional.empty();

    private WorkspaceTree(Tree tree, String spelling, Map<String, String> environment) {
        this.tree = tree;
        this.resolver = new Resolver(tree, List.of(tree.realRoot(), spelling));
        this.home = new StateHome(tree);
        this.changes = new Changes(tree, home);
        this.environment = Map.copyOf(environment);
        this.searches = _ -> new SearchedDirectory(search(), "");
    }

    private WorkspaceTree(WorkspaceTree root, FurtherDirectories further) {
        this.tree = new JoinedTree(root.tree, further.trees());
        this.resolver = root.resolver.with(tree, further.spellings());
        this.home = root.home;
        this.changes = new Changes(tree, home);
        this.environment = root.environment;
        this.searches = path -> further.search(path).orElseGet(() -> root.searches.apply(path));
    }

    /// The same files together with those of further directories, which have absolute paths. Locks,
    /// journal and undo data of both are in the root; nothing but the changed files is written to a
    /// further directory.
    ///
    /// @param further closed by the caller; the result needs no closing
    public WorkspaceTree with(FurtherDirectories further) {
        return further.isEmpty() ? this : new WorkspaceTree(this, further);
    }

    /// Opens a directory, and completes or rolls back what a killed process left unfinished in it.
    ///
    /// @param root a string, because a `Path` cannot represent every name in every locale
    /// @param environment tells where the user's git excludes are
    public static WorkspaceTree open(String root, Map<String, String> environment)
            throws IOException, InterruptedException {
        WorkspaceTree workspace = openAsIs(root, environment);
        workspace.repair();
        return workspace;
    }

    /// Opens a directory without changing anything in it. Interrupted changes are repaired before
    /// the first call that may change something.
    public static WorkspaceTree openAsIs(String root, Map<String, String> environment)
            throws IOException {
        try {
            Tree tree = Syscalls.available() ? KernelTree.of(root) : PortableTree.of(root);
            return openAsIs(tree, root, environment);
        } catch (KernelException e) {
            throw FileErrorMessages.looking(e, root);
        }
    }

    static WorkspaceTree open(Tree tree, String root, Map<String, String> environment)
            throws IOException, InterruptedException {
        WorkspaceTree workspace = openAsIs(tree, root, environment);
        workspace.repair();
        return workspace;
    }

    private static WorkspaceTree openAsIs(Tree tree, String root, Map<String, String> environment) {
        String spelling = root.startsWith("/") ? root : tree.realRoot();
        return new WorkspaceTree(tree, spelling, environment);
    }

    /// Completes or rolls back what a killed process left unfinished.
    public void repair() throws InterruptedException {
        changes.repair();
    }

    /// The absolute path of the root with all symlinks resolved.
    public String root() {
        return tree.realRoot();
    }

    /// Opens the files that one call may access. What another process left unfinished is completed
    /// or rolled back first.
    ///
    /// @param memory what the session of the call knows about files; shared by all its calls
    /// @param recorder records every change before it takes effect
    public OsFiles files(PathScope scope, KnownFiles memory, ChangeRecorder recorder)
            throws IOException, InterruptedException {
        return files(scope, memory, recorder, CallEditor.NONE);
    }

    /// The same for a user who has files open in an editor.
    public OsFiles files(
            PathScope scope, KnownFiles memory, ChangeRecorder recorder, CallEditor editor)
            throws IOException, InterruptedException {
        repair();
        return files(new OsFiles.CallAccess(scope, memory, recorder, Optional.empty(), editor));
    }

    /// Opens the files for a call that is not approved yet: nothing is repaired, and reads are not
    /// remembered.
    public OsFiles filesAsTheyAre(PathScope scope) {
        return files(
                new OsFiles.CallAccess(
                        scope,
                        new KnownFiles(),
                        ChangeRecorder.NONE,
                        Optional.empty(),
                        CallEditor.NONE));
    }

    /// Opens the files for a call that is not approved yet and collects what it would change.
    /// Nothing is written.
    ///
    /// @param editor in which the user may have the files open
    public OsFiles previewed(PathScope scope, CallEditor editor) {
        return files(
                new OsFiles.CallAccess(
                        scope,
                        new KnownFiles(),
                        ChangeRecorder.NONE,
                        Optional.of(new PreviewedChanges()),
                        editor));
    }

    private OsFiles files(OsFiles.CallAccess access) {
        return new OsFiles(tree, resolver, changes, searches, access);
    }

    /// Created by the first search and then reused with its index. The second search begins to
    /// build that, if nobody did before: whoever searches twice will search again.
    synchronized Search search() {
        if (search.isEmpty()) {
            search = Optional.of(Search.open(Path.of(tree.realRoot()), environment));
        } else {
            search.get().warm();
        }
        return search.get();
    }

    /// Prepares for searches in the background: loads and compiles the code, then builds the index.
    /// Call it when there is idle time before the first search, for example while the model
    /// answers.
    public void warm() {
        searches.apply(OsPath.ROOT).search().warm();
    }

    /// Changes files, links and directories with the rights of the user: all or none.
    ///
    /// @param paths relative to the root, not resolved: a link itself is changed, and a link in a
    ///   parent is an error
    public List<FileChange> change(List<String> paths, FileChanger changer, ChangeRecorder recorder)
            throws IOException, InterruptedException {
        return changes.put(
                paths.stream().map(OsPath::new).toList(),
                current -> decide(current, changer),
                recorder);
    }

    private static Map<OsPath, FileState> decide(
            Map<OsPath, FileState> current, FileChanger changer) throws IOException {
        var shown = new LinkedHashMap<String, FileState>();
        current.forEach((path, state) -> shown.put(path.display(), state));
        var wanted = new LinkedHashMap<OsPath, FileState>();
        changer.change(shown).forEach((path, state) -> wanted.put(new OsPath(path), state));
        if (!current.keySet().containsAll(wanted.keySet())) {
            throw new IllegalArgumentException("a changer changes only the files it asked for");
        }
        return wanted;
    }

    /// The path under which changes are recorded: relative to the root, or absolute in a further
    /// directory, with all symlinks resolved.
    public String display(String path) throws IOException {
        return resolver.resolve(path).display();
    }

    /// Lists all regular files below a directory, hidden and ignored ones too, sorted by path.
    /// Links are not followed.
    ///
    /// @param directory relative to the root; if there is none, the list is empty
    /// @param most how many at most
    public List<StampedFile> filesBelow(String directory, int most) throws IOException {
        return new TreeListing(tree, most).below(new OsPath(directory));
    }

    /// Looks at one regular file; empty if there is none at a path, or a link.
    public Optional<StampedFile> file(String path) throws IOException {
        return new TreeListing(tree, 1).file(new OsPath(path));
    }

    /// Lets whole directories appear at once.
    public StagedDirectories staged(Supplier<String> ids) {
        return new StagedDirectories(tree, home, ids);
    }

    /// Returns a directory below `.deft`.
    ///
    /// @param name such as `sessions/01J/undo`
    public StateDirectory state(String name) {
        return new StateDirectory(
                tree, home, new OsPath(StateHome.DIRECTORY.display() + "/" + name));
    }

    @Override
    public synchronized void close() {
        search.ifPresent(Search::close);
        tree.close();
    }
}
