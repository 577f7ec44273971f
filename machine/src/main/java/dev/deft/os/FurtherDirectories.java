package dev.deft.os;

import dev.deft.kernel.KernelException;
import dev.deft.kernel.Syscalls;
import dev.deft.os.tree.FileErrorMessages;
import dev.deft.os.tree.KernelTree;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.PortableTree;
import dev.deft.os.tree.Tree;
import dev.deft.search.Search;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Directories outside the root that the user granted to a session, opened once.
///
/// Like the root, each is known by its open descriptor: replacing its path by a link or another
/// directory has no effect on what a call reads and writes.
public final class FurtherDirectories implements AutoCloseable {

    /// For sessions that work in the root alone.
    public static final FurtherDirectories NONE = new FurtherDirectories(List.of());

    private final List<Directory> directories;

    private FurtherDirectories(List<Directory> directories) {
        this.directories = List.copyOf(directories);
    }

    /// Opens directories. The caller has checked that none is inside another one or the root.
    ///
    /// @param directories absolute paths
    /// @param environment tells where the user's git excludes are
    public static FurtherDirectories open(List<Path> directories, Map<String, String> environment)
            throws IOException {
        var opened = new ArrayList<Directory>();
        boolean complete = false;
        try {
            for (Path it : directories) {
                opened.add(Directory.open(it.toString(), environment));
            }
            complete = true;
            return opened.isEmpty() ? NONE : new FurtherDirectories(opened);
        } finally {
            if (!complete) {
                opened.forEach(Directory::close);
            }
        }
    }

    /// The real path of a directory.
    ///
    /// @throws NotDirectoryException if something else is there
    public static Path real(Path directory) throws IOException {
        Path real = directory.toRealPath();
        if (!Files.isDirectory(real)) {
            throw new NotDirectoryException(directory.toString());
        }
        return real;
    }

    public boolean isEmpty() {
        return directories.isEmpty();
    }

    /// Their real paths.
    public List<Path> paths() {
        return directories.stream().map(it -> Path.of(it.tree.realRoot())).toList();
    }

    /// An open directory.
    ///
    /// @param path its real path
    /// @param pinned leads to it even if its path leads elsewhere by now
    public record Opened(Path path, Path pinned) {}

    public List<Opened> opened() {
        return directories.stream()
                .map(it -> new Opened(Path.of(it.tree.realRoot()), it.tree.pinnedRoot()))
                .toList();
    }

    List<Tree> trees() {
        return directories.stream().map(it -> it.tree).toList();
    }

    /// The absolute paths under which callers may know each of them, its real path first.
    List<List<String>> spellings() {
        return directories.stream().map(it -> List.of(it.tree.realRoot(), it.spelling)).toList();
    }

    /// The search in the directory that a path is in.
    Optional<SearchedDirectory> search(OsPath path) {
        return directories.stream()
                .filter(it -> it.contains(path))
                .findFirst()
                .map(Directory::search);
    }

    @Override
    public void close() {
        directories.forEach(Directory::close);
    }

    /// One open directory.
    private static final class Directory {

        private final Tree tree;
        private final String spelling;
        private final Map<String, String> environment;
        private Optional<Search> search = Optional.empty();

        private Directory(Tree tree, String spelling, Map<String, String> environment) {
            this.tree = tree;
            this.spelling = spelling;
            this.environment = environment;
        }

        static Directory open(String path, Map<String, String> environment) throws IOException {
            try {
                Tree tree = Syscalls.available() ? KernelTree.of(path) : PortableTree.of(path);
                return new Directory(tree, path, Map.copyOf(environment));
            } catch (KernelException e) {
                throw FileErrorMessages.looking(e, path);
            }
        }

        boolean contains(OsPath path) {
            return path.display().equals(tree.realRoot())
                    || path.display().startsWith(tree.realRoot() + "/");
        }

        synchronized SearchedDirectory search() {
            if (search.isEmpty()) {
                search =
                        Optional.of(
                                Search.open(
                                        Path.of(tree.realRoot()), tree.pinnedRoot(), environment));
            }
            return new SearchedDirectory(search.get(), tree.realRoot());
        }

        /// The search is closed first: it opens files through the descriptor of the tree.
        synchronized void close() {
            search.ifPresent(Search::close);
            tree.close();
        }
    }
}
