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
final class ContentStore {

    private final StateDirectory directory;

    ContentStore(StateDirectory directory) {
        this.directory = directory;
    }

    /// Stores contents durably.
    ///
    /// @return their names, in the same order
    List<String> keep(List<FileContent> contents) throws IOException {
        var names = new ArrayList<String>();
        var fresh = new LinkedHashMap<String, FileContent>();
        for (FileContent content : contents) {
            names.add(name(content, fresh));
        }
        directory.add(fresh);
        return names;
    }

    private String name(FileContent content, Map<String, FileContent> fresh) throws IOException {
        String base = Fingerprint.of(content).text();
        for (int i = 0; ; i++) {
            String name = base + "-" + i;
            Optional<FileContent> there =
                    fresh.containsKey(name) ? Optional.ofNullable(fresh.get(name)) : find(name);
            if (there.isEmpty()) {
                fresh.put(name, content);
                return name;
            }
            if (there.get().isSame(content)) {
                return name;
            }
        }
    }

    private Optional<FileContent> find(String name) {
        OptionalLong size = directory.size(name);
        return size.isPresent()
                ? Optional.of(new Kept(directory, name, size.getAsLong()))
                : Optional.empty();
    }

    /// @throws HostException if it is missing or damaged
    FileContent get(String name) throws IOException {
        FileContent content =
                find(name)
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

    /// Removes all contents except these.
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
