package dev.deft.os.tree;

import static dev.deft.kernel.Errno.ELOOP;
import static dev.deft.kernel.Errno.ENOTDIR;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Resolves a path that a caller typed, link by link, to a path below the root or in a further
/// directory.
///
/// A link that leads from one of these directories into another is followed: what counts is the
/// path of the file itself, and the rules judge that one.
///
/// The result only says which path is meant. If somebody replaces a directory by a link afterwards,
/// nothing is lost: an [OsPath] is opened literally.
public final class Resolver {

    private static final int MOST_LINKS = 40;

    private final Tree tree;
    private final List<Anchor> anchors;

    /// @param spellings absolute paths under which callers may know the root; its real path first
    public Resolver(Tree tree, List<String> spellings) {
        this(List.of(Anchor.of("", spellings)), tree);
    }

    private Resolver(List<Anchor> anchors, Tree tree) {
        this.tree = tree;
        this.anchors = anchors;
    }

    /// The same with further directories.
    ///
    /// @param joined which opens them
    /// @param directories the spellings of each one, its real path first
    public Resolver with(Tree joined, List<List<String>> directories) {
        List<Anchor> all = new ArrayList<>(anchors);
        directories.forEach(it -> all.add(Anchor.of(it.getFirst(), it)));
        return new Resolver(List.copyOf(all), joined);
    }

    /// A directory below which paths may lead.
    ///
    /// @param prefix of its paths; empty for the root
    /// @param spellings the components of absolute paths that lead to it; its real path first
    private record Anchor(String prefix, List<List<String>> spellings) {

        static Anchor of(String prefix, List<String> spellings) {
            return new Anchor(prefix, spellings.stream().map(Resolver::parts).distinct().toList());
        }

        List<String> real() {
            return spellings.getFirst();
        }
    }

    /// A path below an anchor, links not followed yet.
    private record Position(Anchor anchor, List<String> parts) {

        OsPath path() {
            return OsPath.of(anchor.prefix, parts);
        }
    }

    public OsPath resolve(String typed) throws HostException {
        if (!isUnicode(typed)) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "The path is not valid Unicode text, so no file can have it.");
        }
        if (typed.indexOf('\0') >= 0) {
            throw new HostException(
                    ErrorCode.CAPABILITY_DENIED,
                    "A path cannot hold a NUL character. Leave it out.");
        }
        Position start = located(typed).orElseThrow(() -> outside(typed));
        try {
            return !start.parts().contains("..") && isPlain(start.path())
                    ? start.path()
                    : follow(typed, start);
        } catch (KernelException e) {
            throw FileErrorMessages.looking(e, typed);
        }
    }

    /// Half of a surrogate pair does not survive the way into UTF-8 and back.
    private static boolean isUnicode(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                .equals(text);
    }

    /// Empty for an absolute path outside all anchors.
    private Optional<Position> located(String path) {
        return path.startsWith("/")
                ? located(parts(path))
                : Optional.of(new Position(anchors.getFirst(), parts(path)));
    }

    private Optional<Position> located(List<String> absolute) {
        for (Anchor anchor : anchors) {
            for (List<String> it : anchor.spellings()) {
                if (it.size() <= absolute.size() && absolute.subList(0, it.size()).equals(it)) {
                    return Optional.of(position(anchor, absolute, it.size()));
                }
            }
        }
        return otherSpelling(absolute);
    }

    private static Position position(Anchor anchor, List<String> absolute, int from) {
        return new Position(anchor, absolute.subList(from, absolute.size()));
    }

    /// Finds an absolute path that leads to an anchor by another way, such as through a link above
    /// it. Paths are the same if their real paths are.
    private Optional<Position> otherSpelling(List<String> parts) {
        Path at = Path.of("/");
        for (int i = 0; i < parts.size(); i++) {
            at = at.resolve(parts.get(i));
            try {
                List<String> real = parts(at.toRealPath().toString());
                for (Anchor anchor : anchors) {
                    if (real.equals(anchor.real())) {
                        return Optional.of(position(anchor, parts, i + 1));
                    }
                }
            } catch (IOException | InvalidPathException _) {
                // A path that does not exist or cannot be read leads to no anchor.
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /// Leaves an anchor upwards, towards another one.
    ///
    /// @param rest the components after the `..` that leaves it
    private Optional<Position> above(Anchor anchor, Collection<String> rest) {
        if (anchors.size() == 1) {
            return Optional.empty();
        }
        List<String> absolute = new ArrayList<>(anchor.real());
        absolute.removeLast();
        absolute.addAll(rest);
        return located(absolute);
    }

    private static List<String> parts(String path) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        while (from < path.length()) {
            int slash = path.indexOf('/', from);
            int end = slash < 0 ? path.length() : slash;
            String part = path.substring(from, end);
            if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
            from = end + 1;
        }
        return List.copyOf(parts);
    }

    private boolean isPlain(OsPath path) throws KernelException {
        try {
            return tree.look(path).filter(it -> !it.isSymlink()).isPresent();
        } catch (KernelException e) {
            if (e.errno() == ELOOP || e.errno() == ENOTDIR) {
                return false;
            }
            throw e;
        }
    }

    private OsPath follow(String typed, Position start) throws HostException, KernelException {
        Anchor anchor = start.anchor();
        Deque<String> todo = new ArrayDeque<>(start.parts());
        List<String> done = new ArrayList<>();
        int links = 0;
        while (!todo.isEmpty()) {
            String part = todo.removeFirst();
            if (part.equals("..")) {
                if (!done.isEmpty()) {
                    done.removeLast();
                    continue;
                }
                links = counted(links);
                Position onward = above(anchor, todo).orElseThrow(() -> outside(typed));
                anchor = onward.anchor();
                todo = new ArrayDeque<>(onward.parts());
                continue;
            }
            done.add(part);
            OsPath here = OsPath.of(anchor.prefix(), done);
            if (tree.look(here).filter(FileStatus::isSymlink).isEmpty()) {
                continue;
            }
            links = counted(links);
            String target = tree.linkTarget(here);
            done.removeLast();
            if (target.startsWith("/")) {
                Position onward = located(target).orElseThrow(() -> linkOut(typed));
                anchor = onward.anchor();
                done.clear();
                onward.parts().reversed().forEach(todo::addFirst);
            } else {
                parts(target).reversed().forEach(todo::addFirst);
            }
        }
        return OsPath.of(anchor.prefix(), done);
    }

    private static int counted(int links) throws KernelException {
        if (links == MOST_LINKS) {
            throw new KernelException("resolve", ELOOP);
        }
        return links + 1;
    }

    private static HostException outside(String typed) {
        return new HostException(
                ErrorCode.CAPABILITY_DENIED,
                "%s leads outside the workspace. Use a path inside it.".formatted(typed));
    }

    private static HostException linkOut(String typed) {
        return new HostException(
                ErrorCode.CAPABILITY_DENIED,
                "%s leads outside the workspace through a symbolic link. Use a path inside it."
                        .formatted(typed));
    }
}
