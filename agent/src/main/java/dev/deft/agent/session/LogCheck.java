package dev.deft.agent.session;

import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a look at every line and every hash of a log came to.
///
/// @param entries how many can be read
/// @param problems in the order of the lines; none in a log as it was written
/// @param unfinished whether a line without an end is the last: a write that was cut short or is
///   under way, which nobody was told about
public record LogCheck(long entries, List<Problem> problems, boolean unfinished) {

    public LogCheck {
        problems = List.copyOf(problems);
    }

    /// One thing that is not as it was written.
    ///
    /// @param line its number, from 1
    public record Problem(long line, String what) {}

    public static LogCheck of(Path log) throws IOException {
        var walk = new Walk();
        boolean unfinished = LogReader.read(log, walk::look);
        return new LogCheck(walk.entries, walk.problems, unfinished);
    }

    /// Goes along the chain. After a break it goes on from what the log says, so that each break is
    /// told once.
    private static final class Walk {

        private final List<Problem> problems = new ArrayList<>();
        private String hash = EntryHash.FIRST;
        private long last;
        private long entries;
        private boolean afterDamage;

        void look(FoundLine line) {
            if (line.damaged()) {
                problems.add(new Problem(line.number(), damage(line.entries().size())));
                afterDamage = true;
            }
            for (Json.Obj json : line.entries()) {
                entry(line.number(), json);
            }
            afterDamage &= line.entries().isEmpty();
        }

        private static String damage(int readable) {
            return switch (readable) {
                case 0 -> "damaged: no entry can be read; what stood here is lost";
                case 1 -> "damaged: one entry can be read, what stood beside it is lost";
                default -> "damaged: %d entries stand on one line".formatted(readable);
            };
        }

        private void entry(long line, Json.Obj json) {
            Entry entry = EntryJson.read(json);
            String name =
                    "entry %d (%s)".formatted(entry.id(), json.text("role").orElse("no role"));
            String expected = EntryHash.of(hash, json.without("hash"));
            String given = json.text("hash").orElse("");
            if (!expected.equals(given)) {
                problems.add(new Problem(line, name + reason(entry)));
            } else if (entry.id() != last + 1) {
                problems.add(new Problem(line, name + " has the wrong number"));
            }
            hash = given;
            last = entry.id();
            entries++;
        }

        private String reason(Entry entry) {
            if (afterDamage) {
                return " follows what is damaged and cannot be checked against it";
            }
            if (entry.id() > last + 1) {
                return " follows entry %d: what stood between was removed".formatted(last);
            }
            return " does not fit its hash: it was altered, or entry %d before it was rewritten"
                    .formatted(last);
        }
    }
}
