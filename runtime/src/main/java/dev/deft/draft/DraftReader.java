package dev.deft.draft;

import dev.deft.draft.Draft.Other;
import dev.deft.guard.ProtectedPaths;
import dev.deft.host.Bytes;
import dev.deft.os.FileChange;
import dev.deft.os.FileState;
import dev.deft.sandbox.RepositoryParts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Reads the upper layer of an overlay: a file there is new or changed, a device with the number 0
/// stands for something gone, and a directory may be marked to hide what was in it before.
final class DraftReader {

    /// Past these a change is kept but cannot be undone.
    private static final long LARGEST_FILE = 8L << 20;

    private static final long MOST_BYTES = 64L << 20;
    private static final int MOST_FILES = 5_000;

    private static final String OPAQUE = "overlay.opaque";

    private final Path root;
    private final Path upper;
    private final List<FileChange> files = new ArrayList<>();
    private final List<Other> others = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private long bytes;

    DraftReader(Path root, Path upper) {
        this.root = root;
        this.upper = upper;
    }

    Draft read() throws IOException {
        directory(upper, true);
        return new Draft(files, others, refused);
    }

    /// @param stood whether there was a directory in the workspace too
    private void directory(Path directory, boolean stood) throws IOException {
        for (Path path : listed(directory)) {
            String name = upper.relativize(path).toString();
            if (isProtected(path, name)) {
                refused.add(name);
            } else {
                entry(path, name, root.resolve(name), stood);
            }
        }
        if (stood && isOpaque(directory)) {
            hidden(directory);
        }
    }

    private static List<Path> listed(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.sorted().toList();
        }
    }

    /// A new repository keeps of its parts what makes git run nothing.
    private boolean isProtected(Path path, String name) throws IOException {
        if (ProtectedPaths.isRepository(name)) {
            return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                    ? !isOrdinaryLink(path)
                    : Files.isSymbolicLink(path);
        }
        if (!ProtectedPaths.contains(name)) {
            return false;
        }
        int git = ("/" + name).indexOf("/.git/");
        boolean fresh = git >= 0 && Files.notExists(root.resolve(name.substring(0, git) + ".git"));
        return !fresh || runsSomething(path, name);
    }

    private boolean isOrdinaryLink(Path path) throws IOException {
        return RepositoryParts.isOrdinaryLink(root, path)
                || RepositoryParts.isOrdinaryLink(upper, path);
    }

    private boolean runsSomething(Path path, String name) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        if (name.contains("/hooks/")) {
            return !name.endsWith(".sample");
        }
        return name.endsWith("commondir")
                ? !RepositoryParts.isOrdinaryCommonDirectory(path)
                : RepositoryParts.tamed(upper, path).isPresent();
    }

    private void entry(Path path, String name, Path real, boolean stood) throws IOException {
        if (isGone(path)) {
            gone(name, real);
        } else if (Files.isSymbolicLink(path)) {
            gone(name, real);
            others.add(new Other.Link(name, Files.readSymbolicLink(path)));
        } else if (Files.isDirectory(path)) {
            boolean known = stood && Files.isDirectory(real, LinkOption.NOFOLLOW_LINKS);
            if (!known) {
                gone(name, real);
                others.add(new Other.Directory(name));
            }
            directory(path, known);
        } else if (Files.isRegularFile(path)) {
            file(path, name, real, stood);
        }
    }

    private void file(Path path, String name, Path real, boolean stood) throws IOException {
        boolean same = Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS);
        if (stood
                && (same || Files.notExists(real, LinkOption.NOFOLLOW_LINKS))
                && fits(path, real)) {
            FileState before = same ? state(real) : FileState.ABSENT;
            FileState after = state(path);
            if (!before.content().equals(after.content())) {
                files.add(new FileChange(name, before, after));
            }
            if (same && !before.permissions().equals(after.permissions())) {
                others.add(new Other.Mode(name, Files.getPosixFilePermissions(path)));
            }
            return;
        }
        if (!same) {
            gone(name, real);
        }
        others.add(new Other.Large(name, path, Files.size(path)));
    }

    private boolean fits(Path... paths) throws IOException {
        long more = 0;
        for (Path path : paths) {
            long size = Files.exists(path) ? Files.size(path) : 0;
            if (size > LARGEST_FILE) {
                return false;
            }
            more += size;
        }
        if (bytes + more > MOST_BYTES || files.size() >= MOST_FILES) {
            return false;
        }
        bytes += more;
        return true;
    }

    private static FileState state(Path file) throws IOException {
        int mode = (int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        return FileState.of(Bytes.wrap(Files.readAllBytes(file)), mode & 0xfff);
    }

    /// What was there before, directory or not, is there no more.
    private void gone(String name, Path real) throws IOException {
        if (Files.isDirectory(real, LinkOption.NOFOLLOW_LINKS)) {
            for (Path path : listed(real)) {
                gone(name + "/" + path.getFileName(), path);
            }
            others.add(new Other.Gone(name));
        } else if (Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS) && fits(real)) {
            files.add(new FileChange(name, state(real), FileState.ABSENT));
        } else if (Files.exists(real, LinkOption.NOFOLLOW_LINKS)) {
            others.add(new Other.Gone(name));
        }
    }

    /// An opaque directory shows nothing of what it lies over.
    private void hidden(Path directory) throws IOException {
        Path real = root.resolve(upper.relativize(directory));
        for (Path path : listed(real)) {
            Path over = directory.resolve(path.getFileName());
            if (Files.notExists(over, LinkOption.NOFOLLOW_LINKS)) {
                gone(root.relativize(path).toString(), path);
            }
        }
    }

    private static boolean isGone(Path path) throws IOException {
        int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        boolean device = (mode & 0xf000) == 0x2000;
        return device
                && (long) Files.getAttribute(path, "unix:rdev", LinkOption.NOFOLLOW_LINKS) == 0;
    }

    private static boolean isOpaque(Path directory) throws IOException {
        UserDefinedFileAttributeView attributes =
                Files.getFileAttributeView(directory, UserDefinedFileAttributeView.class);
        if (!attributes.list().contains(OPAQUE)) {
            return false;
        }
        var value = ByteBuffer.allocate(attributes.size(OPAQUE));
        attributes.read(OPAQUE, value);
        return value.position() > 0 && value.get(0) == 'y';
    }
}
