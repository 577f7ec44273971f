package dev.deft.agent.trust;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The files of a workspace that do something where it is trusted: its configuration, agents and
/// tools, and the programs in the workspace that these start.
///
/// @param acts what they do
/// @param fingerprints by path, relative to the root
/// @param problems files that cannot be trusted, a sentence each
public record ActingFiles(
        List<Act> acts, SortedMap<String, String> fingerprints, List<String> problems) {

    /// The directory of the tools of a workspace.
    public static final String TOOLS = ".deft/tools";

    private static final List<String> SETTINGS = List.of(".deft/agent.json", ".aegis/agent.json");
    private static final List<String> AGENTS = List.of(".deft/agents", ".claude/agents");
    private static final String TOOL = "tool";
    private static final String YML = "config.yml";

    private static final int MOST_FILES = 2_000;
    private static final int DEEPEST = 8;
    private static final long LARGEST = 256L * 1024 * 1024;
    private static final long LARGEST_SETTINGS = 1024L * 1024;

    public ActingFiles {
        acts = List.copyOf(acts);
        problems = List.copyOf(problems);
    }

    /// One thing that a workspace does where it is trusted.
    ///
    /// @param kind such as `hook`
    /// @param detail such as its command
    /// @param file that says so, relative to the root
    /// @param programs of the workspace that it starts, relative to the root
    public record Act(String kind, String name, String detail, String file, List<String> programs) {

        public Act {
            programs = List.copyOf(programs);
        }

        /// All files behind it.
        public List<String> files() {
            List<String> all = new ArrayList<>(List.of(file));
            all.addAll(programs);
            return all;
        }
    }

    /// Inspects a workspace.
    ///
    /// @param root its real path
    public static ActingFiles of(Path root) throws IOException {
        var finder = new Finder(root);
        for (String name : SETTINGS) {
            finder.settings(name);
        }
        if (Files.isRegularFile(root.resolve(YML)) && finder.fingerprint(YML)) {
            finder.acts.add(
                    new Act(
                            "settings",
                            YML,
                            "tool settings of the pegasus dialect",
                            YML,
                            List.of()));
        }
        for (String directory : AGENTS) {
            finder.agents(directory);
        }
        finder.tools();
        return new ActingFiles(finder.acts, finder.fingerprints, finder.problems);
    }

    private static final class Finder {

        private final Path root;
        private final List<Act> acts = new ArrayList<>();
        private final SortedMap<String, String> fingerprints = new TreeMap<>();
        private final List<String> problems = new ArrayList<>();

        Finder(Path root) {
            this.root = root;
        }

        /// Records the fingerprint of a file; false if the file must not be used.
        boolean fingerprint(String name) throws IOException {
            Path file = root.resolve(name);
            Path real = file.toRealPath();
            if (!real.startsWith(root)) {
                problems.add(name + " leads outside the workspace, so it is not used.");
                return false;
            }
            if (Files.size(real) > LARGEST) {
                problems.add(
                        "%s has more than %d bytes, so it cannot be trusted and is not used."
                                .formatted(name, LARGEST));
                return false;
            }
            fingerprints.put(name, FileFingerprint.of(real));
            return true;
        }

        void settings(String name) throws IOException {
            Path file = root.resolve(name);
            if (!Files.isRegularFile(file) || !fingerprint(name)) {
                return;
            }
            Json.Obj content;
            try {
                content = object(file);
            } catch (IOException e) {
                problems.add(name + " cannot be read: " + e.getMessage());
                return;
            }
            for (Map.Entry<String, Json> entry : content.fields().entrySet()) {
                String key = entry.getKey();
                if (GuardedKeys.contains(key)) {
                    acts(name, key, entry.getValue());
                }
            }
        }

        private void acts(String file, String key, Json value) throws IOException {
            switch (key) {
                case "mcp", "mcpServers" -> named(file, "MCP server", value);
                case "lsp" -> named(file, "language server", value);
                case GuardedKeys.HOOKS -> hooks(file, value);
                default -> acts.add(new Act("setting", key, shown(value), file, List.of()));
            }
        }

        private void named(String file, String kind, Json value) throws IOException {
            if (value instanceof Json.Obj(Map<String, Json> all)) {
                for (Map.Entry<String, Json> it : all.entrySet()) {
                    started(kind, it.getKey(), it.getValue(), file);
                }
            }
        }

        private void hooks(String file, Json value) throws IOException {
            if (!(value instanceof Json.Obj(Map<String, Json> events))) {
                return;
            }
            for (Map.Entry<String, Json> event : events.entrySet()) {
                if (event.getValue() instanceof Json.Arr(List<Json> hooks)) {
                    for (Json hook : hooks) {
                        started("hook", event.getKey(), hook, file);
                    }
                }
            }
        }

        private void started(String kind, String name, Json value, String file) throws IOException {
            List<String> programs = new ArrayList<>();
            if (value instanceof Json.Obj object) {
                for (String key : List.of("command", "args")) {
                    programs(object.find(key).orElse(Json.Null.VALUE), root, programs);
                    if (kind.equals(TOOL)) {
                        programs(
                                object.find(key).orElse(Json.Null.VALUE),
                                root.resolve(TOOLS),
                                programs);
                    }
                }
            }
            acts.add(new Act(kind, name, command(value), file, programs));
        }

        private static String command(Json value) {
            if (!(value instanceof Json.Obj object)) {
                return shown(value);
            }
            Json command =
                    object.find("command").or(() -> object.find("url")).orElse(Json.Null.VALUE);
            String words = words(command);
            String further = object.find("args").map(Finder::words).orElse("");
            return further.isEmpty() ? words : words + " " + further;
        }

        private static String words(Json value) {
            return switch (value) {
                case Json.Str(String text) -> text;
                case Json.Arr(List<Json> items) ->
                        String.join(" ", items.stream().map(Finder::words).toList());
                case Json.Null _ -> "";
                case Json.Obj _, Json.Num _, Json.Bool _ -> shown(value);
            };
        }

        private static String shown(Json value) {
            return JsonText.write(value);
        }

        /// Records the files of the workspace among the words of a command.
        ///
        /// @param directory relative names are resolved against it
        private void programs(Json value, Path directory, List<String> found) throws IOException {
            if (value instanceof Json.Str(String word)) {
                Optional<String> name = program(word, directory);
                if (name.isPresent()) {
                    fingerprint(name.get());
                    found.add(name.get());
                }
            } else if (value instanceof Json.Arr(List<Json> items)) {
                for (Json it : items) {
                    programs(it, directory, found);
                }
            }
        }

        private Optional<String> program(String word, Path directory) {
            try {
                Path file = directory.resolve(word).normalize();
                return file.startsWith(root) && Files.isRegularFile(file)
                        ? Optional.of(root.relativize(file).toString())
                        : Optional.empty();
            } catch (InvalidPathException _) {
                return Optional.empty();
            }
        }

        void agents(String directory) throws IOException {
            for (String name : files(directory, 1)) {
                if (name.endsWith(".md") && fingerprint(name)) {
                    String file = name.substring(directory.length() + 1);
                    acts.add(
                            new Act(
                                    "agent",
                                    file.substring(0, file.length() - ".md".length()),
                                    "what it may do beyond the default agent",
                                    name,
                                    List.of()));
                }
            }
        }

        void tools() throws IOException {
            for (String name : files(TOOLS, DEEPEST)) {
                boolean described =
                        name.endsWith(".json") && name.indexOf('/', TOOLS.length() + 1) < 0;
                if (fingerprint(name) && described) {
                    tool(name);
                }
            }
        }

        private void tool(String name) throws IOException {
            String file = name.substring(TOOLS.length() + 1);
            String id = file.substring(0, file.length() - ".json".length());
            try {
                started(TOOL, id, object(root.resolve(name)), name);
            } catch (IOException e) {
                problems.add(name + " cannot be read: " + e.getMessage());
            }
        }

        /// The regular files below a directory that is itself no link.
        private List<String> files(String directory, int depth) throws IOException {
            Path top = root.resolve(directory);
            if (!Files.isDirectory(top)) {
                return List.of();
            }
            if (!top.toRealPath().startsWith(root)) {
                problems.add(directory + " leads outside the workspace, so it is not used.");
                return List.of();
            }
            try (Stream<Path> found = Files.walk(top, depth)) {
                List<String> names =
                        found.filter(it -> Files.isRegularFile(it, LinkOption.NOFOLLOW_LINKS))
                                .limit(MOST_FILES + 1L)
                                .map(it -> root.relativize(it).toString())
                                .sorted()
                                .toList();
                if (names.size() > MOST_FILES) {
                    throw new IOException(
                            "%s has more than %d files; move those away that are no part of it."
                                    .formatted(directory, MOST_FILES));
                }
                return names;
            }
        }

        private static Json.Obj object(Path file) throws IOException {
            if (Files.size(file) > LARGEST_SETTINGS) {
                throw new IOException("it is larger than " + LARGEST_SETTINGS + " bytes");
            }
            try {
                return JsonText.parseObject(Files.readString(file));
            } catch (MalformedInputException e) {
                throw new IOException("it is not UTF-8 text", e);
            } catch (JsonSyntaxException e) {
                throw new IOException(String.valueOf(e.getMessage()), e);
            }
        }
    }
}
