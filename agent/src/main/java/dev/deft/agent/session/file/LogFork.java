package dev.deft.agent.session.file;

import dev.deft.agent.session.Branch;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.EntryClock;
import dev.deft.agent.session.EntryJson;
import dev.deft.agent.session.SessionId;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Copies a log up to an entry. The copy gets new ids and hashes; times and contents stay the same.
final class LogFork {

    private LogFork() {}

    /// The entries to copy.
    record Source(SessionId id, long at, List<ChainVerifier.VerifiedEntry> entries) {

        /// Deletes an incomplete copy on failure.
        void copyTo(FileLease target, InstantSource time) throws IOException {
            var clock = new EntryClock(time);
            entries.forEach(it -> clock.advanceTo(EntryJson.time(it.json().text("ts"))));
            try {
                for (ChainVerifier.VerifiedEntry entry : entries) {
                    copy(entry, target);
                }
                long _ = target.append(EntryJson.forked(id, at, clock.now()));
            } catch (IOException e) {
                target.delete();
                throw e;
            }
        }
    }

    /// Foreign entries stay foreign in the copy.
    private static void copy(ChainVerifier.VerifiedEntry entry, FileLease target)
            throws IOException {
        Json.Obj bare = entry.json().without("id").without("parent").without("hash").without("mac");
        long _ =
                entry.status() == ChainVerifier.EntryStatus.SIGNED
                        ? target.put(bare)
                        : target.putUnsigned(bare);
    }

    /// Reads the branch that ends at an entry. The copy is linear, so rewind entries are left out.
    static Source read(LogFiles files, long at) throws IOException {
        Map<Long, ChainVerifier.VerifiedEntry> verified = new HashMap<>();
        List<Entry> entries = new ArrayList<>();
        var verifier =
                new ChainVerifier(
                        files.id(),
                        Optional.of(files.owner().key()),
                        ChainVerifier.Link.START,
                        entry -> {
                            if (entry.id() <= at) {
                                entries.add(EntryJson.read(entry.json()));
                                verified.put(entry.id(), entry);
                            }
                        },
                        _ -> {});
        try {
            boolean _ = LogReader.read(files.log(), verifier::verify);
        } catch (NoSuchFileException e) {
            throw files.missing(e);
        }
        List<ChainVerifier.VerifiedEntry> branch =
                Branch.of(entries).stream()
                        .filter(it -> !(it.body() instanceof Entry.Rewound))
                        .map(Entry::id)
                        .filter(verified::containsKey)
                        .map(verified::get)
                        .toList();
        return new Source(files.id(), at, branch);
    }
}
