package dev.deft.app.interactive;

import dev.deft.agent.command.SlashCommand;
import dev.deft.app.interactive.slash.BuiltInCommands;
import dev.deft.app.terminal.editor.Candidate;
import dev.deft.app.terminal.editor.Completer;
import dev.deft.app.terminal.ui.FuzzyMatch;
import dev.deft.mcp.client.ServerContents.McpResource;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Completes the names of slash commands, and of files after `@`.
final class ChatCompleter implements Completer {

    private static final int MOST = 50;
    private static final int LONGEST_DETAIL = 100;
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_./~+=,%-]+");

    private volatile List<String> files = List.of();
    private volatile List<SlashCommand> commands = List.of();
    private volatile ServerOffers offers = ServerOffers.NONE;

    /// The files of the workspace, as they are known now.
    void files(List<String> paths) {
        files = List.copyOf(paths);
    }

    /// The slash commands of the user and of the project.
    void commands(List<SlashCommand> own) {
        commands = List.copyOf(own);
    }

    /// The prompts and resources of MCP servers.
    void offers(ServerOffers known) {
        offers = known;
    }

    ServerOffers offers() {
        return offers;
    }

    @Override
    public List<Candidate> complete(String text, int cursor) {
        String before = text.substring(0, cursor);
        if (before.startsWith("/") && !before.contains(" ") && !before.contains("\n")) {
            return commands(before.substring(1));
        }
        int at = before.lastIndexOf('@');
        boolean word =
                at >= 0
                        && (at == 0 || Character.isWhitespace(before.charAt(at - 1)))
                        && before.substring(at).chars().noneMatch(Character::isWhitespace);
        return word ? paths(before.substring(at + 1), at) : List.of();
    }

    private record Scored(Candidate candidate, int score) {}

    private List<Candidate> commands(String typed) {
        List<Scored> found = new ArrayList<>();
        BuiltInCommands.list().forEach(it -> add(it.name(), it.summary(), typed, found));
        commands.forEach(it -> add(it.name(), it.description().orElse(""), typed, found));
        offers.prompts()
                .forEach((name, it) -> add(name, it.description().orElse(""), typed, found));
        return best(found);
    }

    private static void add(String name, String summary, String typed, List<Scored> found) {
        int score = new FuzzyMatch(typed).score(name);
        if (score != FuzzyMatch.NONE) {
            var candidate =
                    new Candidate(
                            "/" + name + " ",
                            "/" + name,
                            TerminalText.line(summary, LONGEST_DETAIL),
                            0);
            found.add(new Scored(candidate, score));
        }
    }

    private List<Candidate> paths(String typed, int at) {
        Map<String, McpResource> resources = offers.resources();
        List<String> all = files;
        if (!resources.isEmpty()) {
            all = new ArrayList<>(files);
            all.addAll(resources.keySet());
        }
        return new FuzzyMatch(typed)
                .best(all, MOST).stream().map(it -> candidate(it, at, resources)).toList();
    }

    private static Candidate candidate(String name, int at, Map<String, McpResource> resources) {
        Optional<McpResource> resource = Optional.ofNullable(resources.get(name));
        return resource.isEmpty()
                ? new Candidate("@" + quoted(name) + " ", TerminalText.read(name), "", at)
                : new Candidate(
                        "@" + name + " ",
                        TerminalText.read(name),
                        TerminalText.line(
                                resource.get().description().orElse(resource.get().name()),
                                LONGEST_DETAIL),
                        at);
    }

    private static String quoted(String path) {
        return PLAIN.matcher(path).matches() ? path : "\"" + path + "\"";
    }

    private static List<Candidate> best(List<Scored> found) {
        return found.stream()
                .sorted(
                        Comparator.comparingInt((Scored it) -> -it.score())
                                .thenComparingInt(it -> it.candidate().label().length())
                                .thenComparing(
                                        it -> it.candidate().label().toLowerCase(Locale.ROOT)))
                .limit(MOST)
                .map(Scored::candidate)
                .toList();
    }
}
