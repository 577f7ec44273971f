package dev.deft.undo;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.Fingerprint;
import dev.deft.os.state.StateDirectory;
import dev.deft.os.tree.FileContent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Stores each content once, under a name derived from it. Different contents never share a name.
///
/// A small content goes into the log, together with the change that brings it, which takes one sync
/// instead of three. The log is not shortened, so it takes contents only up to a limit; the others
/// are files.
final class ContentStore {

    /// The largest content that goes into the log.
    static final int MOST_INLINED = 16 << 10;

    private final StateDirectory directory;
    private final UndoLog log;
    private final long mostInLog;

    /// @param mostInLog how many bytes of contents may be in the log
    ContentStore(StateDirectory directory, UndoLog log, long mostInLog) {
        this.directory = directory;
        this.log = log;
        this.mostInLog = mostInLog;
    }

    /// Contents with names.
    ///
    /// @param names in the order of the contents
    /// @param inlined what is not stored yet: it goes into the line of the change
    record Named(List<String> names, Map<String, Bytes> inlined) {}

    /// Names contents, and stores durably those that are not for the log.
    Named keep(List<FileContent> contents) throws IOException {
        var names = new ArrayList<String>();
        var fresh = new LinkedHashMap<String, FileContent>();
        boolean files = directory.exists();
        for (FileContent content : contents) {
            names.add(name(content, fresh, files));
        }
        Map<String, Bytes> inlined = inlined(fresh);
        fresh.keySet().removeAll(inlined.keySet());
        directory.add(fresh);
        return new Named(names, inlined);
    }

    private Map<String, Bytes> inlined(Map<String, FileContent> fresh) throws IOException {
        long room = mostInLog - log.inlinedBytes();
        Map<String, Bytes> inlined = new LinkedHashMap<>();
        for (Map.Entry<String, FileContent> one : fresh.entrySet()) {
            FileContent content = one.getValue();
            if (content.size() <= Math.min(room, MOST_INLINED)) {
                inlined.put(one.getKey(), content.bytes());
                room -= content.size();
            }
        }
        return inlined;
    }

    private String name(FileContent content, Map<String, FileContent> fresh, boolean files)
            throws IOException {
        String base = Fingerprint.of(content).text();
        for (int i = 0; ; i++) {
            String name = base + "-" + i;
            Optional<FileContent> there =
                    fresh.containsKey(name)
                            ? Optional.ofNullable(fresh.get(name))
                            : find(name, files);
            if (there.isEmpty()) {
                fresh.put(name, content);
                return name;
            }
            if (there.get().isSame(content)) {
                return name;
            }
        }
    }

    /// @param files whether there are contents that are files
    private Optional<FileContent> find(String name, boolean files) throws IOException {
        Optional<FileContent> inlined = log.inlined(name);
        if (inlined.isPresent() || !files) {
            return inlined;
        }
        OptionalLong size = directory.size(name);
        return size.isPresent()
                ? Optional.of(new Kept(directory, name, size.getAsLong()))
                : Optional.empty();
    }

    /// @throws HostException if it is missing or damaged
    FileContent get(String name) throws IOException {
        FileContent content =
                find(name, true)
                        .orElseThrow(() ->
                                new HostException(
                                        ErrorCode.NOT_FOUND,
                                        "Nothing was changed: a file content is missing in the undo store."));
        if (!name.startsWith(Fingerprint.of(content).text() + "-")) {
            throw new HostException(
                    ErrorCode.IO_ERROR,
                    "Nothing was changed: a file content in the undo store is damaged.");
        }
        return content.size() <= FileContent.MOST_HELD ? FileContent.of(content.bytes()) : content;
    }

    /// The size of a content in bytes, which is part of its name.
    static long size(String name) {
        return Fingerprint.size(name.substring(0, name.lastIndexOf('-')));
    }

    /// Removes all files except these. What is in the log stays there.
    void retain(Set<String> names) throws HostException {
        for (String name : directory.names()) {
            if (!names.contains(name)) {
                directory.remove(name);
            }
        }
    }

    /// A content in the store.
    private record Kept(StateDirectory directory, String name, long size) implements FileContent {

        @Override
        public Bytes read(long position, int length) throws IOException {
            return directory.read(name, position, length).orElse(Bytes.EMPTY);
        }
    }
}
