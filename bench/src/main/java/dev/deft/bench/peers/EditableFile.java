package dev.deft.bench.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A small Java file that can be read, searched for and edited.
///
/// @param path relative to the workspace
/// @param type the class of the file's name
/// @param packageLine occurs once
record EditableFile(String path, String type, String packageLine) {

    private static final String MARK = "// bench-edit";

    private static final int LEAST_BYTES = 1_500;
    private static final int MOST_BYTES = 5_000;
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package [\\w.]+;$");

    ScriptStep.Edit edit() {
        return new ScriptStep.Edit(path, packageLine, packageLine + " " + MARK);
    }

    /// Files from all over the workspace, no two with the same name.
    ///
    /// @param tracked relative to the workspace, in order
    /// @throws IOException if there are not enough
    static List<EditableFile> choose(Path workspace, List<String> tracked, int count)
            throws IOException {
        List<EditableFile> fit = new ArrayList<>();
        Set<String> types = new HashSet<>();
        for (String path : tracked) {
            of(workspace, path).filter(it -> types.add(it.type)).ifPresent(fit::add);
        }
        if (fit.size() < count) {
            throw new IOException(
                    "the repository has %d small Java classes; %d are needed"
                            .formatted(fit.size(), count));
        }
        List<EditableFile> chosen = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            chosen.add(fit.get((int) ((long) i * fit.size() / count)));
        }
        return chosen;
    }

    private static Optional<EditableFile> of(Path workspace, String path) throws IOException {
        Path file = workspace.resolve(path);
        if (!path.endsWith(".java") || !Files.isRegularFile(file) || !isSmall(Files.size(file))) {
            return Optional.empty();
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        String name = file.getFileName().toString();
        String type = name.substring(0, name.length() - ".java".length());
        List<String> lines = PACKAGE.matcher(text).results().map(MatchResult::group).toList();
        boolean fits =
                lines.size() == 1
                        && text.indexOf(lines.getFirst()) == text.lastIndexOf(lines.getFirst())
                        && text.indexOf('\r') < 0
                        && text.contains("class " + type + " ");
        return fits
                ? Optional.of(new EditableFile(path, type, lines.getFirst()))
                : Optional.empty();
    }

    private static boolean isSmall(long bytes) {
        return LEAST_BYTES <= bytes && bytes <= MOST_BYTES;
    }
}
