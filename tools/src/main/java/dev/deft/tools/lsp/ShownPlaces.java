package dev.deft.tools.lsp;

import dev.deft.host.HostException;
import dev.deft.host.LanguageServers.Place;
import dev.deft.host.LanguageServers.Position;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Turns places into locations with the text of their lines. Files are read through the files of
/// the call, each once; a file that the call may not read is not named.
final class ShownPlaces {

    /// Only small files are read, and not too many.
    private static final long MOST_BYTES = 2L << 20;

    private static final int MOST_FILES = 200;

    private final WorkspaceFiles files;
    private final Map<String, Optional<CodeText>> texts = new HashMap<>();
    private int withheld;

    ShownPlaces(WorkspaceFiles files) {
        this.files = files;
    }

    /// How many places are in files that the call may not read.
    int withheld() {
        return withheld;
    }

    /// A location; empty if the call may not read its file.
    Optional<LspResults.Location> location(Place place) throws IOException {
        if (place.outside()) {
            return Optional.of(raw(place.path(), place.start()));
        }
        Optional<WorkspacePath> path = readable(place.path());
        if (path.isEmpty()) {
            withheld++;
            return Optional.empty();
        }
        Optional<CodeText> text = text(path.get());
        if (text.isEmpty()) {
            return Optional.of(raw(path.get().display(), place.start()));
        }
        CodeText.Spot spot = text.get().spot(place.start());
        return Optional.of(
                new LspResults.Location(
                        path.get().display(),
                        spot.line(),
                        spot.column(),
                        text.get().shown(spot.line())));
    }

    private static LspResults.Location raw(String path, Position at) {
        return new LspResults.Location(path, at.line() + 1, at.column() + 1, "");
    }

    /// The path of a file that exists and that the call may read.
    private Optional<WorkspacePath> readable(String name) throws IOException {
        try {
            WorkspacePath path = files.resolve(name);
            return files.info(path).exists() ? Optional.of(path) : Optional.empty();
        } catch (HostException _) {
            return Optional.empty();
        }
    }

    private Optional<CodeText> text(WorkspacePath path) throws IOException {
        Optional<CodeText> known = texts.get(path.display());
        if (known != null) {
            return known;
        }
        Optional<CodeText> text = texts.size() >= MOST_FILES ? Optional.empty() : load(path);
        texts.put(path.display(), text);
        return text;
    }

    private Optional<CodeText> load(WorkspacePath path) throws IOException {
        try {
            return CodeFile.read(files, path, MOST_BYTES).map(it -> new CodeText(it.text()));
        } catch (HostException _) {
            return Optional.empty();
        }
    }
}
