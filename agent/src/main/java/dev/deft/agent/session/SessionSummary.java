package dev.deft.agent.session;

import dev.deft.agent.model.Usage;
import dev.deft.output.Mask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Predicate;

/// A session in a list.
///
/// @param turns messages of a person, or calls where there is no model
/// @param text its id, its title, all that was said in it and what its calls were given, for a
///   search; empty where nobody searches any more
public record SessionSummary(
        String id,
        String title,
        Instant modified,
        int turns,
        String model,
        Usage usage,
        String text) {

    /// Reads it from a log, entry by entry. A log that went back is read twice: only then is it
    /// known what counts.
    public static SessionSummary of(Path log) throws IOException {
        var ids = new BranchIds();
        SummaryFold fold =
                fold(
                        log,
                        it -> {
                            ids.add(it.id(), it.parent());
                            return true;
                        });
        if (!ids.isStraight()) {
            fold = fold(log, it -> ids.contains(it.id()));
        }
        String name = String.valueOf(log.getFileName());
        String id = name.substring(0, name.length() - EntryChain.ENDING.length());
        String title = Mask.BY_LOOK.text(fold.title());
        return new SessionSummary(
                id,
                title,
                Files.getLastModifiedTime(log).toInstant(),
                fold.turns(),
                fold.model(),
                fold.usage(),
                id + "\n" + title + fold.words());
    }

    private static SummaryFold fold(Path log, Predicate<Entry> counts) throws IOException {
        var fold = new SummaryFold();
        LogReader.read(
                log,
                line ->
                        line.entries().stream()
                                .map(it -> EntryJson.read(it.json()))
                                .forEach(it -> fold.add(it, counts.test(it))));
        return fold;
    }
}
