package dev.deft.engine.program;

import dev.deft.agent.config.Trust;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The tools of a project and of the user that are programs. One that cannot be used is left out
/// and reported; it hides no other.
///
/// @param problems one sentence each
public record ProgramTools(List<ToolDescription> list, List<String> problems)
        implements ToolSource {

    /// The directory of a workspace.
    public static final String PROJECT = ".deft/tools";

    static final String EXTENSION = ".json";

    private static final int MOST_TOOLS = 100;
    private static final int LARGEST_FILE = 256 * 1024;

    public ProgramTools {
        list = List.copyOf(list);
        problems = List.copyOf(problems);
    }

    /// Whether there may be any.
    ///
    /// @param user the user's directory of tools
    public static boolean mayExist(Path root, Path user) {
        return Files.isDirectory(root.resolve(PROJECT)) || Files.isDirectory(user);
    }

    /// Reads the descriptions. Those of the user come first, so that no project can replace them.
    ///
    /// @param root the real path of the workspace
    /// @param user the user's directory of tools
    /// @param taken ids of other tools, which are not replaced in any spelling
    public static ProgramTools read(Path root, Path user, Trust trust, Set<String> taken)
            throws IOException {
        var reader = new Reader(root, trust, taken);
        reader.user(user);
        reader.project();
        return new ProgramTools(reader.found, reader.problems);
    }

    @Override
    public String name() {
        return "programs in " + PROJECT;
    }

    @Override
    public List<Tool<?>> tools() {
        List<Tool<?>> all = new ArrayList<>();
        list.forEach(it -> all.add(new ProgramTool(it)));
        return all;
    }

    private static final class Reader {

        private final Path root;
        private final Trust trust;
        private final Set<String> taken;
        private final List<ToolDescription> found = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();

        Reader(Path root, Trust trust, Set<String> taken) {
            this.root = root;
            this.trust = trust;
            this.taken = taken;
        }

        void user(Path directory) throws IOException {
            for (Path file : files(directory)) {
                read(file, file.toString(), false);
            }
        }

        void project() throws IOException {
            Path directory = root.resolve(PROJECT);
            if (!Files.isDirectory(directory)) {
                return;
            }
            if (!directory.toRealPath().equals(directory)) {
                problems.add(PROJECT + " leads to another directory, so its tools are not used.");
                return;
            }
            List<Path> files = files(directory);
            if (trust.isUnknown() && !files.isEmpty()) {
                problems.add(
                        "The tools in %s are not used, since the workspace is not trusted; see deft trust."
                                .formatted(PROJECT));
                return;
            }
            for (Path file : files) {
                read(file, root.relativize(file).toString(), true);
            }
        }

        private List<Path> files(Path directory) throws IOException {
            List<Path> files = new ArrayList<>();
            if (!Files.isDirectory(directory)) {
                return files;
            }
            try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "*" + EXTENSION)) {
                all.forEach(files::add);
            }
            files.sort(null);
            if (files.size() > MOST_TOOLS) {
                problems.add(
                        "%s has more than %d tools; the rest is not used."
                                .formatted(directory, MOST_TOOLS));
                return files.subList(0, MOST_TOOLS);
            }
            return files;
        }

        private void read(Path file, String name, boolean project) {
            try {
                byte[] content = content(file, name);
                Optional<String> objection =
                        project ? trust.objection(name, content) : Optional.empty();
                if (objection.isPresent()) {
                    problems.add("%s is not used: %s.".formatted(name, objection.get()));
                    return;
                }
                add(
                        DescriptionReader.read(
                                root,
                                new ToolDescription.Origin(
                                        file, name, text(content, name), project)));
            } catch (IOException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }

        private void add(ToolDescription tool) {
            boolean clash =
                    taken.stream().anyMatch(it -> it.equalsIgnoreCase(tool.id()))
                            || found.stream().anyMatch(it -> it.id().equals(tool.id()));
            if (clash) {
                problems.add(
                        "%s is not used: there is a tool %s already; rename the file."
                                .formatted(
                                        tool.origin().name(), tool.id().toLowerCase(Locale.ROOT)));
                return;
            }
            found.add(tool);
        }

        private static byte[] content(Path file, String name) throws IOException {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(name + " is not used: it is a link, or no file.");
            }
            try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                byte[] content = in.readNBytes(LARGEST_FILE + 1);
                if (content.length > LARGEST_FILE) {
                    throw new IOException(
                            "%s is not used: it has more than %d bytes."
                                    .formatted(name, LARGEST_FILE));
                }
                return content;
            }
        }

        private static String text(byte[] content, String name) throws IOException {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(content))
                        .toString();
            } catch (CharacterCodingException e) {
                throw new IOException(name + " is not used: it is no UTF-8 text.", e);
            }
        }
    }
}
