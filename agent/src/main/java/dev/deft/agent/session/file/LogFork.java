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

/// Copies the beginning of a log. The copy is numbered and chained anew; times and contents stay.
final class LogFork {

    private LogFork() {}

    /// What is copied.
    record Source(SessionId id, long at, List<ChainVerifier.VerifiedEntry> steps) {

        /// Leaves no half of a copy behind.
        void copyTo(FileLease target, InstantSource time) throws IOException {
            var clock = new EntryClock(time);
            steps.forEach(it -> clock.advanceTo(EntryJson.time(it.json().text("ts"))));
            try {
                for (ChainVerifier.VerifiedEntry step : steps) {
                    copy(step, target);
                }
                long _ = target.append(EntryJson.forked(id, at, clock.now()));
            } catch (IOException e) {
                target.delete();
                throw e;
            }
        }
    }

    /// What is not the user's stays so in the copy.
    private static void copy(ChainVerifier.VerifiedEntry entry, FileLease target)
            throws IOException {
        Json.Obj bare = entry.json().without("id").without("parent").without("hash").without("mac");
        long _ =
                entry.status() == ChainVerifier.EntryStatus.SIGNED
                        ? target.put(bare)
                        : target.putUnsigned(bare);
    }

    /// What leads to an entry. It is a straight line, so what says that it was not is left out.
    static Source read(LogFiles files, long at) throws IOException {
        Map<Long, ChainVerifier.VerifiedEntry> steps = new HashMap<>();
        List<Entry> entries = new ArrayList<>();
        var walk =
                new ChainVerifier(
                        files.id(),
                        Optional.of(files.owner().key()),
                        ChainVerifier.Link.START,
                        step -> {
                            if (step.id() <= at) {
                                entries.add(EntryJson.read(step.json()));
                                steps.put(step.id(), step);
                            }
                        },
                        _ -> {});
        try {
            boolean _ = LogReader.read(files.log(), walk::verify);
        } catch (NoSuchFileException e) {
            throw files.missing(e);
        }
        List<ChainVerifier.VerifiedEntry> branch =
                Branch.of(entries).stream()
                        .filter(it -> !(it.body() instanceof Entry.Rewound))
                        .map(Entry::id)
                        .filter(steps::containsKey)
                        .map(steps::get)
                        .toList();
        return new Source(files.id(), at, branch);
    }
}
