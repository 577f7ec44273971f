package dev.deft.agent.session.file;

import dev.deft.agent.session.EntryJson;
import dev.deft.agent.session.SessionId;
import dev.deft.json.Json;
import java.util.Optional;
import java.util.function.Consumer;

/// Verifies the hash chain and the signatures of a log, entry by entry. After a break it continues
/// with the hash in the log, so that each break is reported once.
final class ChainVerifier {

    /// Whether an entry can be trusted.
    enum EntryStatus {
        /// Signed by the user, chained to the entry before it, with the next id.
        SIGNED,
        /// Chained correctly, but not signed with the user's key.
        FOREIGN,
        /// The entry, or the one before it, was changed after it was written.
        BROKEN
    }

    /// An entry with the result of its verification.
    ///
    /// @param before the position in the chain before this entry
    record VerifiedEntry(
            LogLine line, Json.Obj json, Link before, String hash, EntryStatus status) {

        long id() {
            return EntryJson.number(json, "id");
        }

        String role() {
            return json.text("role").orElse("");
        }
    }

    /// A position in the chain: the id of the last entry and its hash.
    record Link(long id, String hash) {

        static final Link START = new Link(0, EntryHash.INITIAL);
    }

    private final SessionId session;
    private final Optional<LogKey> key;
    private final Consumer<VerifiedEntry> entries;
    private final Consumer<LogCheck.Problem> problems;
    private Link last;
    private long highest;
    private boolean afterDamage;

    /// @param key without a key, every entry is foreign
    ChainVerifier(
            SessionId session,
            Optional<LogKey> key,
            Link from,
            Consumer<VerifiedEntry> entries,
            Consumer<LogCheck.Problem> problems) {
        this.session = session;
        this.key = key;
        this.last = from;
        this.highest = from.id();
        this.entries = entries;
        this.problems = problems;
    }

    void verify(LogLine line) {
        if (line.damaged()) {
            problems.accept(new LogCheck.Problem(line.number(), damage(line.entries().size())));
            afterDamage = true;
        }
        for (LogLine.ParsedEntry parsed : line.entries()) {
            verify(line, parsed);
        }
        afterDamage &= line.entries().isEmpty();
    }

    private static String damage(int readable) {
        return switch (readable) {
            case 0 -> "damaged: no entry can be read; its content is lost";
            case 1 -> "damaged: one entry can be read; the rest of the line is lost";
            default -> "damaged: %d entries on one line".formatted(readable);
        };
    }

    private void verify(LogLine line, LogLine.ParsedEntry parsed) {
        EntryHash.Parts parts = EntryHash.split(parsed.text());
        String hash = parts.hash().isEmpty() ? parsed.json().text("hash").orElse("") : parts.hash();
        long id = EntryJson.number(parsed.json(), "id");
        boolean chained = EntryHash.of(last.hash(), parts.entry()).equals(hash);
        if (!chained || id != last.id() + 1) {
            problems.accept(new LogCheck.Problem(line.number(), problem(parsed, id, chained)));
        }
        boolean follows = chained && id == last.id() + 1 && id > highest;
        EntryStatus status =
                !follows
                        ? EntryStatus.BROKEN
                        : isSigned(parts) ? EntryStatus.SIGNED : EntryStatus.FOREIGN;
        entries.accept(new VerifiedEntry(line, parsed.json(), last, hash, status));
        last = new Link(id, hash);
        highest = Math.max(highest, id);
    }

    private boolean isSigned(EntryHash.Parts parts) {
        return !parts.mac().isEmpty()
                && key.isPresent()
                && key.get().sign(session, parts.hash()).equals(parts.mac());
    }

    private String problem(LogLine.ParsedEntry parsed, long id, boolean chained) {
        String name = "entry %d (%s)".formatted(id, parsed.json().text("role").orElse("no role"));
        if (chained) {
            return name + " has the wrong id";
        }
        if (afterDamage) {
            return name + " follows damaged content and cannot be verified";
        }
        return id > last.id() + 1
                ? name + " follows entry %d: entries between them were removed".formatted(last.id())
                : name
                        + " does not match its hash: it, or entry %d before it, was changed"
                                .formatted(last.id());
    }
}
