package dev.deft.policy.pattern;

import java.util.List;
import java.util.Optional;

/// A path that is split into its segments when the first pattern asks for them. A pattern of all
/// paths does not ask, and a search wants to know about thousands of paths.
public final class SplitPath {

    private final String path;
    private Optional<List<String>> segments = Optional.empty();

    public SplitPath(String path) {
        this.path = path;
    }

    List<String> segments() {
        if (segments.isEmpty()) {
            segments = Optional.of(PathPattern.pathOf(path));
        }
        return segments.get();
    }
}
