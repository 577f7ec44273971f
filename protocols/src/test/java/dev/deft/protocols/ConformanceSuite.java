package dev.deft.protocols;

import dev.deft.json.JsonSyntaxException;
import dev.deft.mcp.Revision;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Runs the official judge of MCP, `@modelcontextprotocol/conformance`, and reads what it found.
///
/// A run takes one process: it judges a server scenario by scenario, and a client with all
/// scenarios at once. It writes a directory for each scenario, named by the scenario and the time.
public final class ConformanceSuite {

    private static final Pattern TIME =
            Pattern.compile("-\\d{4}-\\d{2}-\\d{2}T\\d{2}-\\d{2}-\\d{2}-\\d{3}Z$");

    private static final Duration LIMIT = Duration.ofMinutes(5);

    /// The suite counts from its own start, while clients wait for one another.
    private static final Duration CLIENT_LIMIT = Duration.ofMinutes(3);

    private ConformanceSuite() {}

    /// What is judged.
    public enum Side {
        SERVER("server"),
        CLIENT("client");

        private final String wire;

        Side(String wire) {
            this.wire = wire;
        }
    }

    /// The names of the scenarios that a revision demands, as the package lists them.
    public static List<String> required(Side side, Revision revision) throws IOException {
        Path file =
                NodeKit.directory("@modelcontextprotocol/conformance")
                        .resolve("requirements/" + revision.wire() + ".yaml");
        List<String> names = new ArrayList<>();
        boolean inside = false;
        for (String line : Files.readAllLines(file)) {
            if (!line.startsWith(" ") && !line.isBlank() && !line.startsWith("#")) {
                inside = line.equals(side.wire + ":");
            } else if (inside && line.startsWith("  - ")) {
                names.add(line.substring("  - ".length()).strip());
            }
        }
        return names;
    }

    /// Judges a server with all scenarios of a revision.
    ///
    /// @param directory an empty one for results
    public static ConformanceVerdict server(Revision revision, URI url, Path directory)
            throws IOException, InterruptedException, JsonSyntaxException {
        return judge(
                Side.SERVER,
                revision,
                directory,
                List.of("--requirements", revision.wire(), "--url", url.toString()));
    }

    /// Judges a server with one scenario.
    ///
    /// @param directory an empty one for results
    public static ConformanceVerdict server(
            Revision revision, URI url, Path directory, String scenario)
            throws IOException, InterruptedException, JsonSyntaxException {
        return judge(
                Side.SERVER, revision, directory, one(revision, scenario, "--url", url.toString()));
    }

    /// Judges a client with all scenarios of a revision.
    ///
    /// @param directory an empty one for results
    public static ConformanceVerdict client(
            Revision revision, ConformanceClient client, Path directory)
            throws IOException, InterruptedException, JsonSyntaxException, URISyntaxException {
        try (var forwarding = new ClientForwarding(client)) {
            return judge(
                    Side.CLIENT,
                    revision,
                    directory,
                    List.of(
                            "--requirements",
                            revision.wire(),
                            "--command",
                            forwarding.command(),
                            "--timeout",
                            Long.toString(CLIENT_LIMIT.toMillis())));
        }
    }

    /// Judges a client with one scenario.
    ///
    /// @param directory an empty one for results
    public static ConformanceVerdict client(
            Revision revision, ConformanceClient client, Path directory, String scenario)
            throws IOException, InterruptedException, JsonSyntaxException, URISyntaxException {
        try (var forwarding = new ClientForwarding(client)) {
            return judge(
                    Side.CLIENT,
                    revision,
                    directory,
                    one(revision, scenario, "--command", forwarding.command()));
        }
    }

    private static List<String> one(
            Revision revision, String scenario, String option, String value) {
        return List.of(
                "--scenario",
                scenario,
                "--spec-version",
                revision.wire(),
                "--force",
                option,
                value);
    }

    private static ConformanceVerdict judge(
            Side side, Revision revision, Path directory, List<String> options)
            throws IOException, InterruptedException, JsonSyntaxException {
        List<String> arguments = new ArrayList<>(List.of(side.wire));
        arguments.addAll(options);
        arguments.addAll(List.of("--output-dir", directory.toString()));
        NodeKit.Finished finished =
                NodeKit.run(
                        NodeKit.conformance(arguments.toArray(String[]::new)),
                        directory,
                        Map.of(),
                        LIMIT);
        return new ConformanceVerdict(
                required(side, revision),
                scenarios(side, directory),
                finished.out() + finished.err());
    }

    private static Map<String, ConformanceScenario> scenarios(Side side, Path directory)
            throws IOException, JsonSyntaxException {
        List<Path> results;
        try (Stream<Path> all = Files.walk(directory)) {
            results = all.filter(it -> it.endsWith("checks.json")).toList();
        }
        Map<String, ConformanceScenario> scenarios = new HashMap<>();
        for (Path checks : results) {
            String name = name(side, directory.relativize(checks.resolveSibling("")).toString());
            Path said = checks.resolveSibling("stderr.txt");
            scenarios.put(
                    name,
                    ConformanceScenario.read(
                            name,
                            Files.readString(checks),
                            Files.exists(said) ? Files.readString(said) : ""));
        }
        return scenarios;
    }

    private static String name(Side side, String directory) {
        String name = TIME.matcher(directory).replaceFirst("");
        return side == Side.SERVER ? name.substring("server-".length()) : name;
    }
}
