package dev.deft.agent.session.file;

import dev.deft.agent.session.EntryJson;
import dev.deft.agent.session.SessionId;
import dev.deft.json.Json;
import java.util.Optional;
import java.util.function.Consumer;

/// Goes along the chain of a log and says of every entry whose it is. After a break it goes on from
/// what the log says, so that each break is told once.
final class ChainVerifier {

    /// Whose an entry is.
    enum EntryStatus {
        /// It is signed by the user, follows the one before it and has the next number.
        SIGNED,
        /// It is as it was written, and nobody known has signed it.
        FOREIGN,
        /// It, or what stood before it, is not as it was written.
        BROKEN
    }

    /// One entry of a log.
    ///
    /// @param before where the chain stood before it
    record VerifiedEntry(
            LogLine line, Json.Obj json, Link before, String hash, EntryStatus status) {

        long id() {
            return EntryJson.number(json, "id");
        }

        String role() {
            return json.text("role").orElse("");
        }
    }

    /// A place in the chain: the entry that was the last, and its hash.
    record Link(long id, String hash) {

        static final Link START = new Link(0, EntryHash.INITIAL);
    }

    private final SessionId session;
    private final Optional<LogKey> key;
    private final Consumer<VerifiedEntry> steps;
    private final Consumer<LogCheck.Problem> problems;
    private Link last;
    private long highest;
    private boolean afterDamage;

    /// @param key without one every entry is foreign
    ChainVerifier(
            SessionId session,
            Optional<LogKey> key,
            Link from,
            Consumer<VerifiedEntry> steps,
            Consumer<LogCheck.Problem> problems) {
        this.session = session;
        this.key = key;
        this.last = from;
        this.highest = from.id();
        this.steps = steps;
        this.problems = problems;
    }

    void verify(LogLine line) {
        if (line.damaged()) {
            problems.accept(new LogCheck.Problem(line.number(), damage(line.entries().size())));
            afterDamage = true;
        }
        for (LogLine.ParsedEntry found : line.entries()) {
            entry(line, found);
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

    private void entry(LogLine line, LogLine.ParsedEntry found) {
        EntryHash.Parts seal = EntryHash.split(found.text());
        String given = seal.hash().isEmpty() ? found.json().text("hash").orElse("") : seal.hash();
        long id = EntryJson.number(found.json(), "id");
        boolean fits = EntryHash.of(last.hash(), seal.entry()).equals(given);
        if (!fits || id != last.id() + 1) {
            problems.accept(new LogCheck.Problem(line.number(), problem(found, id, fits)));
        }
        boolean follows = fits && id == last.id() + 1 && id > highest;
        EntryStatus standing =
                !follows
                        ? EntryStatus.BROKEN
                        : isSigned(seal) ? EntryStatus.SIGNED : EntryStatus.FOREIGN;
        steps.accept(new VerifiedEntry(line, found.json(), last, given, standing));
        last = new Link(id, given);
        highest = Math.max(highest, id);
    }

    private boolean isSigned(EntryHash.Parts seal) {
        return !seal.mac().isEmpty()
                && key.isPresent()
                && key.get().sign(session, seal.hash()).equals(seal.mac());
    }

    private String problem(LogLine.ParsedEntry found, long id, boolean fits) {
        String name = "entry %d (%s)".formatted(id, found.json().text("role").orElse("no role"));
        if (fits) {
            return name + " has the wrong number";
        }
        if (afterDamage) {
            return name + " follows what is damaged and cannot be checked against it";
        }
        return id > last.id() + 1
                ? name + " follows entry %d: what stood between was removed".formatted(last.id())
                : name
                        + " does not fit its hash: it was altered, or entry %d before it was rewritten"
                                .formatted(last.id());
    }
}
