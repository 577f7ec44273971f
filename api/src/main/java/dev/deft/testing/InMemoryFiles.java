package dev.deft.testing;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.FileInfo;
import dev.deft.host.FileQuery;
import dev.deft.host.FoundFiles;
import dev.deft.host.GrepMatch;
import dev.deft.host.GrepQuery;
import dev.deft.host.GrepSummary;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Files in a map. Directories exist as long as something is in them.
public final class InMemoryFiles implements WorkspaceFiles {

    private final Map<String, Bytes> contents = new ConcurrentSkipListMap<>();

    InMemoryFiles() {}

    void put(String path, String content) {
        contents.put(path, Bytes.of(content));
    }

    /// The text of a file, for assertions.
    public Optional<String> text(String path) {
        return Optional.ofNullable(contents.get(path)).map(it -> it.text(StandardCharsets.UTF_8));
    }

    @Override
    public WorkspacePath resolve(String path) throws HostException {
        if (path.startsWith("/") || path.indexOf('\0') >= 0) {
            throw outside(path);
        }
        var parts = new ArrayDeque<String>();
        for (String part : path.split("/", -1)) {
            switch (part) {
                case "", "." -> {}
                case ".." -> {
                    if (parts.pollLast() == null) {
                        throw outside(path);
                    }
                }
                default -> parts.addLast(part);
            }
        }
        return new InMemoryPath(parts.isEmpty() ? "." : String.join("/", parts));
    }

    private static HostException outside(String path) {
        return new HostException(
                ErrorCode.CAPABILITY_DENIED,
                path + " leads outside the workspace. Use a path inside it.");
    }

    @Override
    public FileInfo info(WorkspacePath path) {
        String name = path.display().substring(path.display().lastIndexOf('/') + 1);
        Bytes content = contents.get(path.display());
        if (content != null) {
            return new FileInfo(name, FileInfo.Type.FILE, content.size(), Instant.EPOCH);
        }
        boolean directory =
                path.display().equals(".")
                        || contents.keySet().stream()
                                .anyMatch(it -> it.startsWith(path.display() + "/"));
        return new FileInfo(
                name,
                directory ? FileInfo.Type.DIRECTORY : FileInfo.Type.MISSING,
                0,
                Instant.EPOCH);
    }

    @Override
    public List<FileInfo> list(WorkspacePath directory) {
        String prefix = directory.display().equals(".") ? "" : directory.display() + "/";
        return contents.keySet().stream()
                .filter(it -> it.startsWith(prefix))
                .map(it -> it.substring(prefix.length()))
                .map(it -> it.contains("/") ? it.substring(0, it.indexOf('/')) : it)
                .distinct()
                .map(it -> info(new InMemoryPath(prefix + it)))
                .toList();
    }

    @Override
    public Bytes load(WorkspacePath file, long mostBytes) throws HostException {
        Bytes content = contents.get(file.display());
        if (content == null) {
            throw missing(file);
        }
        if (content.size() > mostBytes) {
            throw new HostException(
                    ErrorCode.TOO_LARGE,
                    "%s has %d bytes, more than the %d allowed here."
                            .formatted(file.display(), content.size(), mostBytes));
        }
        return content;
    }

    @Override
    public OpenFile open(WorkspacePath file) throws HostException {
        Bytes content = load(file, Long.MAX_VALUE);
        return new OpenFile() {
            @Override
            public long size() {
                return content.size();
            }

            @Override
            public Bytes read(long position, int length) {
                int from = (int) Math.min(position, content.size());
                int end = (int) Math.min((long) from + length, content.size());
                return Bytes.wrap(Arrays.copyOfRange(content.toArray(), from, end));
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public synchronized List<Changed> change(List<WorkspacePath> files, Changer changer)
            throws IOException {
        var current = new LinkedHashMap<WorkspacePath, Current>();
        for (WorkspacePath file : files) {
            current.put(
                    file, new Current(Optional.ofNullable(contents.get(file.display())), false));
        }
        Map<WorkspacePath, Optional<Bytes>> wanted = changer.change(current);
        var changed = new ArrayList<Changed>();
        for (WorkspacePath file : files) {
            Optional<Bytes> before =
                    current.getOrDefault(file, new Current(Optional.empty(), false)).content();
            Optional<Bytes> after = wanted.getOrDefault(file, before);
            if (!after.equals(before)) {
                after.ifPresentOrElse(
                        it -> contents.put(file.display(), it),
                        () -> contents.remove(file.display()));
                changed.add(new Changed(file, before, after));
            }
        }
        return changed;
    }

    @Override
    public synchronized void move(WorkspacePath from, WorkspacePath to) throws HostException {
        if (contents.containsKey(to.display())) {
            throw new HostException(ErrorCode.CONFLICT, to.display() + " exists already.");
        }
        contents.put(to.display(), load(from, Long.MAX_VALUE));
        contents.remove(from.display());
    }

    @Override
    public void delete(WorkspacePath file) throws HostException {
        if (contents.remove(file.display()) == null) {
            throw missing(file);
        }
    }

    /// Every file whose path or base name fits the glob; there are no ignore rules here.
    @Override
    public FoundFiles find(FileQuery query) {
        return new FoundFiles(fitting(query.under(), query.pattern()), 0);
    }

    @Override
    public GrepSummary grep(GrepQuery query, Consumer<GrepMatch> onMatch) {
        Pattern pattern = Pattern.compile(query.pattern());
        long matches = 0;
        for (String file : fitting(query.under(), query.include().orElse("**"))) {
            List<String> lines = text(file).orElseThrow().lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                if (pattern.matcher(lines.get(i)).find()) {
                    onMatch.accept(new GrepMatch(file, i + 1L, lines.get(i)));
                    matches++;
                }
            }
        }
        return new GrepSummary(matches, 0);
    }

    private List<String> fitting(WorkspacePath under, String glob) {
        PathMatcher matcher =
                FileSystems.getDefault()
                        .getPathMatcher(
                                "glob:"
                                        + (glob.contains("/") || glob.equals("**")
                                                ? glob
                                                : "{**/,}" + glob));
        String prefix = under.display().equals(".") ? "" : under.display() + "/";
        return contents.keySet().stream()
                .filter(it ->
                        it.equals(under.display())
                                || (it.startsWith(prefix)
                                        && matcher.matches(Path.of(it.substring(prefix.length())))))
                .toList();
    }

    private static HostException missing(WorkspacePath file) {
        return new HostException(ErrorCode.NOT_FOUND, "There is no file " + file.display() + ".");
    }

    private record InMemoryPath(String display) implements WorkspacePath {}
}
