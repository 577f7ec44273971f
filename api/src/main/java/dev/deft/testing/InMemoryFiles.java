package dev.deft.testing;

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
import dev.deft.host.MatchedLine;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Files in memory. Directories exist as long as they contain files.
public final class InMemoryFiles implements WorkspaceFiles {

    private static final String GIT = ".git";

    private final Map<String, Bytes> contents = new ConcurrentSkipListMap<>();
    private final Map<String, Instant> modified = new ConcurrentHashMap<>();
    private final Map<String, Bytes> lastRead = new ConcurrentHashMap<>();
    private final Set<String> unreadable = new ConcurrentSkipListSet<>();
    private final AtomicLong clock = new AtomicLong();

    InMemoryFiles() {}

    /// Each change is one second later than the previous one.
    void put(String path, Bytes content) {
        contents.put(path, content);
        modified.put(path, Instant.EPOCH.plusSeconds(clock.getAndIncrement()));
    }

    void lock(String directory) {
        unreadable.add(directory);
    }

    /// {@return a copy of every file by its path, for assertions}
    public Map<String, Bytes> contents() {
        return Map.copyOf(contents);
    }

    /// {@return the bytes of a file, for assertions; empty if there is no such file}
    ///
    /// @param path relative to the root
    public Optional<Bytes> bytes(String path) {
        return Optional.ofNullable(contents.get(path));
    }

    /// {@return the text of a file in UTF-8, for assertions; empty if there is no such file}
    ///
    /// @param path relative to the root
    public Optional<String> text(String path) {
        return bytes(path).map(it -> it.text(StandardCharsets.UTF_8));
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
            return new FileInfo(
                    name, FileInfo.Type.FILE, content.size(), changedAt(path.display()));
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

    private Instant changedAt(String path) {
        return modified.getOrDefault(path, Instant.EPOCH);
    }

    @Override
    public List<FileInfo> list(WorkspacePath directory) throws HostException {
        if (unreadable.contains(directory.display())) {
            throw new HostException(ErrorCode.IO_ERROR, directory.display() + " cannot be read.");
        }
        String prefix = directory.display().equals(".") ? "" : directory.display() + "/";
        return contents.keySet().stream()
                .filter(it -> it.startsWith(prefix))
                .map(it -> it.substring(prefix.length()))
                .map(it -> it.contains("/") ? it.substring(0, it.indexOf('/')) : it)
                .distinct()
                .filter(it -> !it.equals(GIT))
                .map(it -> info(new InMemoryPath(prefix + it)))
                .toList();
    }

    @Override
    public Bytes load(WorkspacePath file, long maxBytes) throws HostException {
        Bytes content = contents.get(file.display());
        if (content == null) {
            throw missing(file);
        }
        if (content.size() > maxBytes) {
            throw new HostException(
                    ErrorCode.TOO_LARGE,
                    "%s has %d bytes, more than the %d allowed here."
                            .formatted(file.display(), content.size(), maxBytes));
        }
        lastRead.put(file.display(), content);
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
                return content.part(position, length);
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
            current.put(file, current(file, changer.maxBytes()));
        }
        Map<WorkspacePath, Optional<Bytes>> wanted = changer.change(current);
        var changed = new ArrayList<Changed>();
        for (WorkspacePath file : files) {
            Optional<Bytes> before = bytes(file.display());
            Optional<Bytes> after = wanted.getOrDefault(file, before);
            if (!after.equals(before)) {
                after.ifPresentOrElse(it -> write(file, it), () -> remove(file));
                changed.add(new Changed(file, before, after));
            }
        }
        return changed;
    }

    private Current current(WorkspacePath file, long maxBytes) {
        Optional<Bytes> content = bytes(file.display());
        Optional<Bytes> read = Optional.ofNullable(lastRead.get(file.display()));
        return new Current(
                content.map(it -> OptionalLong.of(it.size())).orElse(OptionalLong.empty()),
                content.filter(it -> it.size() <= maxBytes),
                read.isPresent() && !read.equals(content),
                true);
    }

    private void write(WorkspacePath file, Bytes content) {
        put(file.display(), content);
        lastRead.put(file.display(), content);
    }

    private void remove(WorkspacePath file) {
        contents.remove(file.display());
        lastRead.remove(file.display());
    }

    @Override
    public synchronized void move(WorkspacePath from, WorkspacePath to) throws HostException {
        if (contents.containsKey(to.display())) {
            throw new HostException(ErrorCode.CONFLICT, to.display() + " already exists.");
        }
        write(to, load(from, Long.MAX_VALUE));
        remove(from);
    }

    @Override
    public void delete(WorkspacePath file) throws HostException {
        load(file, Long.MAX_VALUE);
        remove(file);
    }

    /// Finds files whose path or name matches the glob. There are no ignore rules.
    @Override
    public FoundFiles find(FileQuery query) {
        List<String> files = matching(query.under(), query.pattern());
        return switch (query.order()) {
            case BY_PATH -> new FoundFiles(files, unreadable.size());
            case NEWEST_FIRST ->
                    new FoundFiles(
                            files.stream()
                                    .sorted(Comparator.comparing(this::changedAt).reversed())
                                    .toList(),
                            unreadable.size());
        };
    }

    @Override
    public List<FileMeasure> measure(List<String> files, int maxBytes) {
        return files.stream()
                .filter(contents::containsKey)
                .map(it -> measure(it, maxBytes))
                .toList();
    }

    private FileMeasure measure(String file, int maxBytes) {
        Bytes content = bytes(file).orElse(Bytes.EMPTY);
        return content.size() > maxBytes
                ? FileMeasure.uncounted(file, content.size(), changedAt(file))
                : FileMeasure.of(file, content, changedAt(file));
    }

    @Override
    public GrepSummary grep(GrepQuery query, MatchListener listener) throws IOException {
        Pattern pattern = pattern(query);
        long matches = 0;
        for (String file : matching(query.under(), query.include().orElse("**"))) {
            List<String> lines = text(file).orElseThrow().lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                Matcher matcher = pattern.matcher(lines.get(i));
                if (matcher.find()) {
                    listener.matched(new InMemoryLine(file, i + 1L, lines.get(i), matcher.start()));
                    matches++;
                }
            }
        }
        return GrepSummary.complete(matches, unreadable.size());
    }

    private static Pattern pattern(GrepQuery query) throws HostException {
        try {
            return Pattern.compile(query.pattern());
        } catch (PatternSyntaxException e) {
            if (query.syntax() == GrepQuery.Syntax.REGEX_OR_LITERAL) {
                return Pattern.compile(query.pattern(), Pattern.LITERAL);
            }
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "%s is not a regular expression: %s."
                            .formatted(query.pattern(), e.getDescription()));
        }
    }

    private List<String> matching(WorkspacePath under, String glob) {
        PathMatcher matcher =
                FileSystems.getDefault()
                        .getPathMatcher(
                                "glob:"
                                        + (glob.contains("/") || glob.equals("**")
                                                ? glob
                                                : "{**/,}" + glob));
        String prefix = under.display().equals(".") ? "" : under.display() + "/";
        return contents.keySet().stream()
                .filter(it -> unreadable.stream().noneMatch(dir -> it.startsWith(dir + "/")))
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

    private record InMemoryLine(String file, long line, String text, int matchAt)
            implements MatchedLine {

        @Override
        public long length() {
            return text.length();
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write((file + ":" + line + ":" + text + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }
}
