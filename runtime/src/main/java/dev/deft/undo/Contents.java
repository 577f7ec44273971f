package dev.deft.undo;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.Fingerprint;
import dev.deft.os.StateDirectory;
import java.util.Optional;
import java.util.Set;

/// Contents by name, each kept once. A name is made from the content, and the same name is given
/// again only to the same bytes.
final class Contents {

    private final StateDirectory directory;

    Contents(StateDirectory directory) {
        this.directory = directory;
    }

    /// Keeps a content; durable when it returns.
    String keep(Bytes content) throws HostException {
        String base = Fingerprint.of(content).text();
        for (int i = 0; ; i++) {
            String name = base + "-" + i;
            Optional<Bytes> there = directory.read(name);
            if (there.isEmpty()) {
                directory.put(name, content);
                return name;
            }
            if (there.get().equals(content)) {
                return name;
            }
        }
    }

    Bytes get(String name) throws HostException {
        Bytes content =
                directory
                        .read(name)
                        .orElseThrow(() ->
                                new HostException(
                                        ErrorCode.NOT_FOUND,
                                        "The undo store has lost a content it needs, so nothing was changed."));
        if (!name.startsWith(Fingerprint.of(content).text() + "-")) {
            throw new HostException(
                    ErrorCode.IO_ERROR,
                    "A content in the undo store is damaged, so nothing was changed.");
        }
        return content;
    }

    /// How many bytes a content has, which its name tells.
    static long size(String name) {
        return Fingerprint.size(name.substring(0, name.lastIndexOf('-')));
    }

    /// Removes everything but these.
    void retain(Set<String> names) throws HostException {
        for (String name : directory.names()) {
            if (!names.contains(name)) {
                directory.remove(name);
            }
        }
    }
}
