package dev.deft.lsp;

import dev.deft.host.LanguageServers.Place;
import dev.deft.host.LanguageServers.Position;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.Optional;

/// Paths of the workspace as servers spell them, and back.
///
/// @param root the real path of the workspace
record ServerUris(Path root) {

    /// Longer names are not of files.
    static final int MOST_LENGTH = 8 * 1024;

    /// The URI of a file of the workspace.
    String of(String path) {
        return root.resolve(path).normalize().toUri().toString();
    }

    String ofRoot() {
        String uri = root.toUri().toString();
        return uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
    }

    /// One spelling for all: servers escape different characters.
    static String normalized(String uri) {
        return file(uri).map(it -> it.toUri().toString()).orElse(uri);
    }

    private static Optional<Path> file(String uri) {
        if (!uri.startsWith("file:")) {
            return Optional.empty();
        }
        try {
            return Optional.of(Path.of(URI.create(uri)).normalize());
        } catch (IllegalArgumentException | FileSystemNotFoundException _) {
            return Optional.empty();
        }
    }

    /// A place by its URI.
    Place place(String uri, Position start, Position end) {
        Optional<Path> file = file(uri);
        if (file.isEmpty()) {
            return new Place(ServerText.line(uri), true, start, end);
        }
        Path path = file.get();
        return path.startsWith(root) && !path.equals(root)
                ? new Place(root.relativize(path).toString(), false, start, end)
                : new Place(path.toString(), true, start, end);
    }
}
