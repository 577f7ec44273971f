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
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Resolves a path that a caller typed, link by link, to a path below the root.
///
/// The result only says which path is meant. If somebody replaces a directory by a link afterwards,
/// nothing is lost: an [OsPath] is opened literally.
public final class Resolver {

    private static final int MOST_LINKS = 40;

    private final Tree tree;
    private final List<List<String>> roots;

    /// @param spellings absolute paths under which callers may know the root; its real path first
    public Resolver(Tree tree, List<String> spellings) {
        this.tree = tree;
        this.roots = spellings.stream().map(Resolver::parts).distinct().toList();
    }

    public OsPath resolve(String typed) throws HostException {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(typed)) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "The path is not valid Unicode text, so no file can have it.");
        }
        if (typed.indexOf('\0') >= 0) {
            throw new HostException(
                    ErrorCode.CAPABILITY_DENIED,
                    "A path cannot hold a NUL character. Leave it out.");
        }
        List<String> parts = belowRoot(typed).orElseThrow(() -> outside(typed));
        try {
            return !parts.contains("..") && isPlain(OsPath.of(parts))
                    ? OsPath.of(parts)
                    : follow(typed, parts);
        } catch (KernelException e) {
            throw FileErrorMessages.looking(e, typed);
        }
    }

    /// The components below the root; empty for an absolute path outside it.
    private Optional<List<String>> belowRoot(String path) {
        List<String> parts = parts(path);
        if (!path.startsWith("/")) {
            return Optional.of(parts);
        }
        return roots.stream()
                .filter(it -> it.size() <= parts.size())
                .filter(it -> parts.subList(0, it.size()).equals(it))
                .findFirst()
                .map(List::size)
                .or(() -> otherSpelling(parts))
                .map(it -> parts.subList(it, parts.size()));
    }

    /// How many components of an absolute path lead to the root by another way, such as through a
    /// link above it. Paths are the same if their real paths are.
    private Optional<Integer> otherSpelling(List<String> parts) {
        Path at = Path.of("/");
        for (int i = 0; i < parts.size(); i++) {
            at = at.resolve(parts.get(i));
            try {
                if (parts(at.toRealPath().toString()).equals(roots.getFirst())) {
                    return Optional.of(i + 1);
                }
            } catch (IOException | InvalidPathException _) {
                // A path that does not exist or cannot be read does not lead to the root.
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static List<String> parts(String path) {
        return Arrays.stream(path.split("/"))
                .filter(it -> !it.isEmpty() && !it.equals("."))
                .toList();
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

    private OsPath follow(String typed, List<String> parts) throws HostException, KernelException {
        Deque<String> todo = new ArrayDeque<>(parts);
        List<String> done = new ArrayList<>();
        int links = 0;
        while (!todo.isEmpty()) {
            String part = todo.removeFirst();
            if (!part.equals("..")) {
                done.add(part);
            } else if (done.isEmpty()) {
                throw outside(typed);
            } else {
                done.removeLast();
                continue;
            }
            OsPath here = OsPath.of(done);
            if (tree.look(here).filter(FileStatus::isSymlink).isEmpty()) {
                continue;
            }
            if (++links > MOST_LINKS) {
                throw new KernelException("resolve", ELOOP);
            }
            String target = tree.linkTarget(here);
            List<String> onward = belowRoot(target).orElseThrow(() -> linkOut(typed));
            if (target.startsWith("/")) {
                done.clear();
            } else {
                done.removeLast();
            }
            onward.reversed().forEach(todo::addFirst);
        }
        return OsPath.of(done);
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
