package dev.deft.agent.session;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads what a session's log tells, without opening the session.
public final class SessionHistory {

    private SessionHistory() {}

    /// How the calls of a session went: `total`, `byCategory` and `callStats`.
    public static Json.Obj stats(Path log) throws IOException {
        Map<String, Tally> tallies = new TreeMap<>();
        for (String line : Files.readAllLines(log)) {
            result(line)
                    .ifPresent(it ->
                            tallies.computeIfAbsent(it.text("tool").orElse("?"), _ -> new Tally())
                                    .add(it));
        }
        Map<String, Json> calls = new LinkedHashMap<>();
        tallies.forEach((tool, tally) -> calls.put(tool, tally.json()));
        Map<String, Integer> categories = new TreeMap<>();
        tallies.values().forEach(it -> categories.merge(it.category, it.count, Integer::sum));
        Map<String, Json> byCategory = new LinkedHashMap<>();
        categories.forEach((name, count) -> byCategory.put(name, Json.Num.of(count)));
        long total = tallies.values().stream().mapToLong(it -> it.count).sum();
        return Json.Obj.EMPTY
                .with("total", Json.Num.of(total))
                .with("byCategory", new Json.Obj(byCategory))
                .with("callStats", new Json.Obj(calls));
    }

    private static Optional<Json.Obj> result(String line) {
        try {
            Json.Obj entry = JsonText.parseObject(line);
            return entry.text("role").orElse("").equals("result")
                    ? Optional.of(entry)
                    : Optional.empty();
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }

    private static final class Tally {

        private int count;
        private int failures;
        private long millis;
        private String category = "custom";

        void add(Json.Obj entry) {
            count++;
            failures += entry.find("failed").equals(Optional.of(new Json.Bool(true))) ? 1 : 0;
            millis +=
                    entry.find("duration_ms")
                            .map(it -> ((Json.Num) it).asLong().orElse(0L))
                            .orElse(0L);
            category = entry.text("category").orElse(category);
        }

        Json json() {
            return Json.Obj.EMPTY
                    .with("count", Json.Num.of(count))
                    .with("failures", Json.Num.of(failures))
                    .with("avgDuration", Json.Num.of(millis / Math.max(1, count)));
        }
    }
}
