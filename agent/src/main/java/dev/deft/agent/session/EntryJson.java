package dev.deft.agent.session;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Usage;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Converts entries to JSON and back. Reading is lenient: missing fields are left empty, and
/// unknown roles are preserved.
public final class EntryJson {

    /// The role of the entry with which the user accepts all entries before it as their own.
    public static final String ADOPTED = "adopted";

    private EntryJson() {}

    /// The fields of a user message.
    public static Json.Obj user(Entry.User message) {
        return Json.Obj.EMPTY
                .with("content", PartJson.write(message.parts()))
                .with("source", message.source());
    }

    static Json.Obj assistant(Entry.Assistant message) {
        return Json.Obj.EMPTY
                .with("content", PartJson.write(message.parts()))
                .with("stop", message.stop().name().toLowerCase(Locale.ROOT))
                .with("model", message.model());
    }

    static Json.Obj tokenUsage(Entry.TokenUsage entry) {
        Usage usage = entry.usage();
        Json.Obj counted =
                Json.Obj.EMPTY
                        .with("input_tokens", Json.Num.of(usage.input()))
                        .with("output_tokens", Json.Num.of(usage.output()))
                        .with("cache_read", Json.Num.of(usage.cacheRead()))
                        .with("cache_write", Json.Num.of(usage.cacheWrite()))
                        .with("model", entry.model());
        return usage.estimated() ? counted.with("estimated", new Json.Bool(true)) : counted;
    }

    static Json.Obj summary(Entry.Summary summary) {
        return Json.Obj.EMPTY
                .with("content", summary.content())
                .with("covers_through_ts", summary.coversThrough().toString())
                .with("source_hash", summary.sourceHash())
                .with("pinned", summary.pinned());
    }

    /// The role of a stored value. The task list has its own.
    static String roleOf(String name) {
        return name.equals("todo") ? "todo" : "kept";
    }

    static Json.Obj undone(Entry.Undone undone) {
        return Json.Obj.EMPTY
                .with("redone", new Json.Bool(undone.redone()))
                .with("files", Json.Arr.ofTexts(undone.files()));
    }

    static Json.Obj event(Entry.Event event) {
        return Json.Obj.EMPTY.with("event", event.event());
    }

    static final String REFLECTION = "reflection";
    static final String VERDICT = "verdict";
    static final String NOTICE = "notice";

    static Json.Obj reflected(Entry.Reflected entry) {
        Json.Obj fields =
                Json.Obj.EMPTY
                        .with("assessment", entry.assessment())
                        .with("toolCallsCount", Json.Num.of(entry.toolCalls()));
        return entry.problem().map(it -> fields.with("error", it)).orElse(fields);
    }

    static Json.Obj judged(Entry.Judged entry) {
        Json.Obj fields =
                Json.Obj.EMPTY
                        .with("verdict", entry.verdict().wire())
                        .with("assessment", entry.assessment())
                        .with("lessons", Json.Arr.ofTexts(entry.lessons()));
        return entry.nextFocus().map(it -> fields.with("nextFocus", it)).orElse(fields);
    }

    /// Reads a verdict, also from the answer of a model. An unknown word means to go on.
    static Entry.Judged judged(Json.Obj fields) {
        Entry.Verdict verdict = Entry.Verdict.CONTINUE;
        for (Entry.Verdict it : Entry.Verdict.values()) {
            if (it.wire().equals(fields.text("verdict").orElse(""))) {
                verdict = it;
            }
        }
        return new Entry.Judged(
                verdict,
                text(fields, "assessment"),
                texts(fields.find("lessons")),
                fields.text("nextFocus").filter(it -> !it.isBlank()));
    }

    /// The entry that names the origin of a forked session.
    public static Json.Obj forked(SessionId from, long at, Instant now) {
        return CallEntries.entry("fork", now)
                .with("from", from.value())
                .with("at", Json.Num.of(at));
    }

    public static Entry read(Json.Obj entry) {
        return new Entry(
                number(entry, "id"), number(entry, "parent"), time(entry.text("ts")), body(entry));
    }

    private static Entry.Body body(Json.Obj entry) {
        return switch (entry.text("role").orElse("")) {
            case "user" -> readUser(entry);
            case "assistant" ->
                    new Entry.Assistant(
                            PartJson.read(entry.find("content")),
                            stop(entry.text("stop").orElse("")),
                            entry.text("model").orElse(""));
            case "call" ->
                    new Entry.Called(
                            text(entry, "call_id"), text(entry, "tool"), object(entry, "args"));
            case "decision" ->
                    new Entry.Decided(text(entry, "call_id"), isTrue(entry, "allowed"), entry);
            case "result" -> result(entry);
            case "usage" -> new Entry.TokenUsage(usage(entry), text(entry, "model"));
            case "compaction" ->
                    new Entry.Summary(
                            text(entry, "content"),
                            time(entry.text("covers_through_ts")),
                            text(entry, "source_hash"),
                            object(entry, "pinned"));
            case "kept", "todo" ->
                    new Entry.StoredValue(
                            entry.text("name").orElse("todo"), object(entry, "value"));
            case "title" -> new Entry.Titled(text(entry, "title"));
            case "fork" -> new Entry.Forked(text(entry, "from"), number(entry, "at"));
            case "rewind" -> new Entry.Rewound(number(entry, "to"));
            case "undo" -> new Entry.Undone(isTrue(entry, "redone"), texts(entry.find("files")));
            case ADOPTED -> new Entry.Adopted();
            case "event" -> new Entry.Event(object(entry, "event"));
            case REFLECTION ->
                    new Entry.Reflected(
                            text(entry, "assessment"),
                            (int) number(entry, "toolCallsCount"),
                            entry.text("error"));
            case VERDICT -> judged(entry);
            case NOTICE -> new Entry.Notice(text(entry, "text"));
            default -> new Entry.Unknown(entry);
        };
    }

    /// Reads the fields of a user message.
    public static Entry.User readUser(Json.Obj fields) {
        return new Entry.User(
                PartJson.read(fields.find("content")),
                fields.text("source").orElse(Entry.User.FROM_USER));
    }

    private static Entry.Result result(Json.Obj entry) {
        Json.Obj envelope = object(entry, "result");
        boolean failed = envelope.text("type").orElse("").equals("error");
        return new Entry.Result(
                text(entry, "call_id"),
                text(entry, "tool"),
                entry.find("args").map(EntryJson::arguments).orElse(""),
                failed,
                entry.text("text").orElseGet(() -> fallback(envelope)),
                PartJson.media(entry.find("media")),
                envelope);
    }

    /// Arguments that were not JSON are stored as text.
    private static String arguments(Json given) {
        return given instanceof Json.Str(String text) ? text : JsonText.write(given);
    }

    /// A call without a model has no text for it.
    private static String fallback(Json.Obj envelope) {
        return envelope.text("error_text")
                .orElseGet(() -> JsonText.write(object(envelope, "data")));
    }

    private static Answer.Stop stop(String name) {
        for (Answer.Stop stop : Answer.Stop.values()) {
            if (stop.name().toLowerCase(Locale.ROOT).equals(name)) {
                return stop;
            }
        }
        return Answer.Stop.DONE;
    }

    private static Usage usage(Json.Obj entry) {
        return new Usage(
                number(entry, "input_tokens"),
                number(entry, "output_tokens"),
                number(entry, "cache_read"),
                number(entry, "cache_write"),
                isTrue(entry, "estimated"));
    }

    private static String text(Json.Obj entry, String name) {
        return entry.text(name).orElse("");
    }

    public static boolean isTrue(Json.Obj entry, String name) {
        return entry.find(name).equals(Optional.of(new Json.Bool(true)));
    }

    /// A number of an entry, or 0.
    public static long number(Json.Obj entry, String name) {
        return entry.find(name)
                .filter(Json.Num.class::isInstance)
                .flatMap(it -> ((Json.Num) it).asLong())
                .orElse(0L);
    }

    /// Parses a time; 1970 if it is missing or invalid.
    public static Instant time(Optional<String> text) {
        try {
            return text.map(Instant::parse).orElse(Instant.EPOCH);
        } catch (DateTimeException _) {
            return Instant.EPOCH;
        }
    }

    /// The strings of an array.
    private static List<String> texts(Optional<Json> list) {
        if (list.isPresent() && list.get() instanceof Json.Arr(List<Json> items)) {
            return items.stream()
                    .filter(Json.Str.class::isInstance)
                    .map(it -> ((Json.Str) it).value())
                    .toList();
        }
        return List.of();
    }

    /// The objects of an array.
    public static List<Json.Obj> objects(Optional<Json> list) {
        if (list.isPresent() && list.get() instanceof Json.Arr(List<Json> items)) {
            return items.stream()
                    .filter(Json.Obj.class::isInstance)
                    .map(Json.Obj.class::cast)
                    .toList();
        }
        return List.of();
    }

    /// An object of an entry, or an empty one.
    public static Json.Obj object(Json.Obj entry, String name) {
        return entry.find(name)
                .filter(Json.Obj.class::isInstance)
                .map(Json.Obj.class::cast)
                .orElse(Json.Obj.EMPTY);
    }
}
