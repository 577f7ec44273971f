package dev.deft.agent.session;

import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.registry.RegistryStats;
import dev.deft.registry.ToolStats;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The entries of a session, read without a lease: another process may be writing.
public final class SessionHistory {

    private final List<Json.Obj> lines;
    private final List<Entry> entries;
    private final List<Entry> branch;
    private final Optional<String> warning;
    private final Map<Long, Integer> turnsByEntry = new HashMap<>();

    /// Masks secrets: the log may be older than the masking, or foreign.
    private SessionHistory(List<Json.Obj> found, Optional<String> warning) {
        this.lines = found.stream().map(SecretMask.KEYS_ONLY::json).toList();
        this.warning = warning;
        this.entries = lines.stream().map(EntryJson::read).toList();
        this.branch = Branch.of(entries);
    }

    /// Reads a session.
    ///
    /// @throws NoSuchSessionException when there is none
    public static SessionHistory read(SessionStore store, SessionId id) throws IOException {
        return of(store.read(id, 0), Optional.empty());
    }

    /// Creates the history of entries that were already read.
    ///
    /// @param warning about the log, for the user
    public static SessionHistory of(List<Json.Obj> entries, Optional<String> warning) {
        return new SessionHistory(entries, warning);
    }

    /// A warning for the user if the log is foreign, changed or damaged.
    public Optional<String> warning() {
        return warning;
    }

    /// All readable entries, including inactive ones.
    public List<Entry> entries() {
        return entries;
    }

    /// The entries of the active branch.
    public List<Entry> branch() {
        return branch;
    }

    public List<Transcript.Item> items() {
        return Transcript.of(branch);
    }

    /// The number of turns up to an entry.
    public int turnsUpTo(long id) {
        var count = new TurnCount();
        entries.stream().filter(it -> it.id() <= id).forEach(it -> count.add(it.body()));
        return count.turns();
    }

    /// The number of the turn that an item belongs to, as undo numbers them.
    public int turnOf(Transcript.Item item) {
        if (turnsByEntry.isEmpty()) {
            var count = new TurnCount();
            for (Entry entry : entries) {
                count.add(entry.body());
                turnsByEntry.put(entry.id(), count.turns());
            }
        }
        return turnsByEntry.getOrDefault(item.last().id(), 0);
    }

    /// The last title, or else the first user message, or else the first call.
    public String title() {
        return branch.reversed().stream()
                .map(Entry::body)
                .filter(Entry.Titled.class::isInstance)
                .map(it -> ((Entry.Titled) it).title())
                .findFirst()
                .or(() -> first(Entry.User.class).map(it -> text(it.parts())))
                .or(() ->
                        first(Entry.Called.class)
                                .map(it -> CallTitle.of(it.tool(), it.arguments())))
                .or(() -> first(Entry.Result.class).map(Entry.Result::tool))
                .orElse("");
    }

    private <T extends Entry.Body> Optional<T> first(Class<T> kind) {
        return branch.stream()
                .map(Entry::body)
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst();
    }

    /// The text of a message.
    public static String text(List<Part> parts) {
        var text = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Part.Text(String piece)) {
                text.append(text.isEmpty() ? "" : "\n").append(piece);
            }
        }
        return text.toString();
    }

    /// The model of the last answer.
    public String model() {
        String model = "";
        for (Entry entry : entries) {
            if (entry.body() instanceof Entry.Assistant answer) {
                model = answer.model();
            } else if (entry.body() instanceof Entry.TokenUsage tokens && model.isEmpty()) {
                model = tokens.model();
            }
        }
        return model;
    }

    /// Where the session of a sub-agent comes from. A copy of it belongs to nobody.
    public Optional<SessionParent> parent() {
        boolean copied = entries.stream().anyMatch(it -> it.body() instanceof Entry.Forked);
        return copied
                ? Optional.empty()
                : entries.stream().flatMap(it -> SessionParent.of(it.body()).stream()).findFirst();
    }

    /// The token usage of all requests, including inactive ones: they were paid for too.
    public Usage usage() {
        Usage all = Usage.NONE;
        for (Entry entry : entries) {
            if (entry.body() instanceof Entry.TokenUsage tokens) {
                all = all.plus(tokens.usage());
            }
        }
        return all;
    }

    /// Statistics of the calls: `total`, `byCategory` and `callStats`.
    public Json.Obj stats() {
        Map<String, Tally> tallies = new TreeMap<>();
        for (Json.Obj line : lines) {
            if (line.text("role").orElse("").equals("result")) {
                tallies.computeIfAbsent(line.text("tool").orElse("?"), _ -> new Tally()).add(line);
            }
        }
        Map<String, ToolStats.CallStats> calls = new TreeMap<>();
        tallies.forEach((tool, tally) -> calls.put(tool, tally.stats()));
        Map<String, Integer> categories = new TreeMap<>();
        tallies.values().forEach(it -> categories.merge(it.category, it.count, Integer::sum));
        int total = tallies.values().stream().mapToInt(it -> it.count).sum();
        return new RegistryStats(total, categories, calls).json();
    }

    private static final class Tally {

        private int count;
        private int failures;
        private long millis;
        private String category = "custom";

        void add(Json.Obj entry) {
            count++;
            failures += entry.find("failed").equals(Optional.of(new Json.Bool(true))) ? 1 : 0;
            millis += EntryJson.number(entry, "duration_ms");
            category = entry.text("category").orElse(category);
        }

        ToolStats.CallStats stats() {
            return new ToolStats.CallStats(
                    count, failures, Duration.ofMillis(millis / Math.max(1, count)));
        }
    }
}
