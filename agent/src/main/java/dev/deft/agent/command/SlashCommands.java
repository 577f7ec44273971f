package dev.deft.agent.command;

import dev.deft.codec.FrontMatter;
import dev.deft.codec.LocatedJson;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The slash commands of a workspace. Of several with one name, the first one counts: those of the
/// project, then the user's.
///
/// @param list sorted by name
/// @param hidden commands behind another one of the same name
/// @param problems files that cannot be used
public record SlashCommands(
        List<SlashCommand> list, List<SlashCommand> hidden, List<String> problems) {

    private static final List<String> PROJECT = List.of(".deft/commands", ".claude/commands");
    private static final int MAX_DEPTH = 4;
    private static final int MAX_FILES = 500;
    private static final String ENDING = ".md";
    private static final Pattern NAME =
            Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}_-]*(?::[\\p{L}\\p{N}][\\p{L}\\p{N}_-]*)*");
    private static final Pattern CALLED =
            Pattern.compile("/(" + NAME.pattern() + ")(?:\\s+(.*))?", Pattern.DOTALL);

    /// Copies the lists.
    public SlashCommands {
        list = List.copyOf(list);
        hidden = List.copyOf(hidden);
        problems = List.copyOf(problems);
    }

    /// Reads the commands of a workspace and of the user.
    ///
    /// @param root the workspace, a real path; links that lead out of it are not followed
    /// @param config the configuration directory of the user
    public static SlashCommands read(Path root, Path config) {
        var reader = new Reader();
        PROJECT.forEach(it -> reader.add(root.resolve(it), root, it, false));
        Path own = config.resolve("commands");
        reader.add(own, own, own.toString(), true);
        return new SlashCommands(
                reader.found.values().stream()
                        .sorted((a, b) -> a.name().compareTo(b.name()))
                        .toList(),
                reader.hidden,
                reader.problems);
    }

    /// The command of that name.
    public Optional<SlashCommand> find(String name) {
        return list.stream().filter(it -> it.name().equals(name)).findFirst();
    }

    /// A prompt that looks like a command: `/name`, then arguments.
    public record Call(String name, String arguments) {}

    /// What a prompt calls; empty if it does not look like a command, such as `/etc/hosts is…`.
    public static Optional<Call> called(String prompt) {
        var matcher = CALLED.matcher(prompt.stripTrailing());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(
                new Call(
                        matcher.group(1),
                        Optional.ofNullable(matcher.group(2)).orElse("").strip()));
    }

    /// Collects commands.
    private static final class Reader {

        private final Map<String, SlashCommand> found = new LinkedHashMap<>();
        private final List<SlashCommand> hidden = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();

        /// @param within its files must be below this directory
        void add(Path directory, Path within, String label, boolean ofUser) {
            List<Path> files;
            try (Stream<Path> all = Files.walk(directory, MAX_DEPTH)) {
                files =
                        all.filter(it -> it.toString().endsWith(ENDING))
                                .filter(it -> !Files.isDirectory(it))
                                .limit(MAX_FILES)
                                .sorted()
                                .toList();
            } catch (NoSuchFileException | NotDirectoryException _) {
                return;
            } catch (IOException | UncheckedIOException e) {
                problems.add("%s cannot be read: %s".formatted(label, e.getMessage()));
                return;
            }
            for (Path file : files) {
                String path = directory.relativize(file).toString();
                try {
                    add(command(file, within, path, label, ofUser));
                } catch (IOException e) {
                    problems.add("%s/%s: %s".formatted(label, path, e.getMessage()));
                }
            }
        }

        private void add(SlashCommand command) {
            if (found.putIfAbsent(command.name(), command) != null) {
                hidden.add(command);
            }
        }

        private static SlashCommand command(
                Path file, Path within, String path, String label, boolean ofUser)
                throws IOException {
            String name = path.substring(0, path.length() - ENDING.length()).replace('/', ':');
            if (!NAME.matcher(name).matches()) {
                throw new IOException(
                        "the name may have only letters, digits, hyphens and underscores");
            }
            String text = text(file, within);
            LocatedJson fields = LocatedJson.parse("{}");
            String body = text;
            if (FrontMatter.isIn(text)) {
                FrontMatter parsed = FrontMatter.parse(text);
                fields = parsed.fields();
                body = parsed.body();
            }
            if (body.isBlank()) {
                throw new IOException("there is no prompt in it");
            }
            return new SlashCommand(
                    name,
                    text(fields, "description"),
                    text(fields, "argument-hint"),
                    text(fields, "agent"),
                    text(fields, "model"),
                    body.strip(),
                    label + "/" + path,
                    ofUser);
        }

        private static String text(Path file, Path within) throws IOException {
            Path real = file.toRealPath();
            if (!real.startsWith(within.toRealPath()) || !Files.isRegularFile(real)) {
                throw new IOException("the file is a link that leads elsewhere");
            }
            try (InputStream in = Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS)) {
                byte[] content = in.readNBytes(SlashCommand.MAX_BYTES + 1);
                if (content.length > SlashCommand.MAX_BYTES) {
                    throw new IOException(
                            "the file is larger than %d KB"
                                    .formatted(SlashCommand.MAX_BYTES / 1024));
                }
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(content))
                        .toString();
            } catch (CharacterCodingException _) {
                throw new IOException("the file is not UTF-8");
            }
        }

        private static Optional<String> text(LocatedJson fields, String name)
                throws JsonSyntaxException {
            Optional<LocatedJson.Field> field = fields.find(name);
            if (field.isEmpty()) {
                return Optional.empty();
            }
            return switch (field.get().value().value()) {
                case Json.Str(String text) ->
                        text.isBlank() ? Optional.empty() : Optional.of(text.strip());
                // `argument-hint: [file]` is how people write it, and it is a list in YAML.
                case Json.Arr list when name.equals("argument-hint") ->
                        Optional.of(list.toString().replace("\"", ""));
                case Json.Null _ -> Optional.empty();
                case Json.Arr _, Json.Obj _, Json.Num _, Json.Bool _ ->
                        throw new JsonSyntaxException(
                                "\"%s\" must be a text".formatted(name),
                                field.get().value().position().line(),
                                field.get().value().position().column());
            };
        }
    }
}
