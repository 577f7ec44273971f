package dev.deft.os;

import dev.deft.host.ErrorCode;
import dev.deft.host.FileInfo;
import dev.deft.host.FileQuery;
import dev.deft.host.FoundFiles;
import dev.deft.host.GrepQuery;
import dev.deft.host.GrepSummary;
import dev.deft.host.HostException;
import dev.deft.host.MatchListener;
import dev.deft.host.MatchedLine;
import dev.deft.host.MatchedLines;
import dev.deft.os.tree.OsPath;
import dev.deft.search.EntryList;
import dev.deft.search.FileList;
import dev.deft.search.GlobQuery;
import dev.deft.search.ListQuery;
import dev.deft.search.Search;
import dev.deft.search.grep.FileMatches;
import dev.deft.search.grep.GrepOutcome;
import dev.deft.search.grep.LineQuery;
import dev.deft.search.grep.RawMatch;
import dev.deft.search.grep.SkippedPaths;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/// Searches the workspace and filters the results by the scope of a call.
final class ScopedSearch {

    private final SearchedDirectory place;
    private final Search search;
    private final PathScope scope;

    ScopedSearch(SearchedDirectory place, PathScope scope) {
        this.place = place;
        this.search = place.search();
        this.scope = scope;
    }

    FoundFiles find(OsPath under, FileQuery query) throws IOException, InterruptedException {
        GlobQuery all =
                GlobQuery.of(query.pattern()).in(place.within(under)).withLimit(Integer.MAX_VALUE);
        FileList found =
                search.files(
                        switch (query.order()) {
                            case BY_PATH -> all;
                            case NEWEST_FIRST -> all.newestFirst();
                        });
        List<String> readable = new ArrayList<>();
        for (String file : found.files()) {
            String path = place.path(file);
            if (scope.mayRead(path)) {
                readable.add(path);
            }
        }
        return new FoundFiles(readable, found.unreadable());
    }

    GrepSummary grep(OsPath under, GrepQuery query, MatchListener listener)
            throws IOException, InterruptedException {
        LineQuery wanted =
                LineQuery.of(query.pattern())
                        .as(syntax(query.syntax()))
                        .in(place.within(under))
                        .withLimit(0)
                        .withTimeout(query.timeout())
                        .showing(it -> scope.mayRead(place.path(it)))
                        .withNamePrefix(place.namePrefix())
                        .withSink(it -> listener.matched(new Lines(it)));
        GrepOutcome outcome =
                search.grep(
                        query.include().isPresent()
                                ? wanted.including(query.include().get())
                                : wanted);
        if (outcome instanceof GrepOutcome.BadPattern bad) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "The pattern is not a valid regular expression: %s at character %d. Escape literal characters with a backslash."
                            .formatted(bad.message(), bad.position() + 1));
        }
        return outcome instanceof GrepOutcome.TimedOut late
                ? summary(late.soFar(), late.notReached())
                : summary((GrepOutcome.Found) outcome, SkippedPaths.NONE);
    }

    private GrepSummary summary(GrepOutcome.Found found, SkippedPaths notReached) {
        return new GrepSummary(
                found.total(), found.unreadable(), places(notReached), places(found.abandoned()));
    }

    private GrepSummary.PathSample places(SkippedPaths places) {
        return new GrepSummary.PathSample(
                places.some().stream().map(place::path).toList(), places.count());
    }

    /// The matching lines of a file as the host API presents them.
    private record Lines(FileMatches found) implements MatchedLines {

        @Override
        public int size() {
            return found.size();
        }

        @Override
        public MatchedLine get(int index) {
            return new Line(found.line(index));
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            found.writeTo(out);
        }
    }

    /// A matching line as the host API presents it.
    private record Line(RawMatch found) implements MatchedLine {

        @Override
        public String file() {
            return found.file();
        }

        @Override
        public long line() {
            return found.line();
        }

        @Override
        public String text() {
            return found.text();
        }

        @Override
        public int matchAt() {
            return found.matchAt();
        }

        @Override
        public long length() {
            return found.length();
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            found.writeTo(out);
        }
    }

    /// Lists the entries of a directory without ignored ones and `.git`. Names that are not UTF-8
    /// are shown with replacement characters and cannot be opened.
    List<FileInfo> entriesIn(OsPath directory) throws IOException {
        try {
            return search
                    .list(ListQuery.of(place.within(directory)).withLimit(Integer.MAX_VALUE))
                    .entries()
                    .stream()
                    .map(ScopedSearch::info)
                    .toList();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new HostException(ErrorCode.ABORTED, "The call was aborted.");
        }
    }

    private static FileInfo info(EntryList.Entry entry) {
        FileInfo.Type type =
                switch (entry.kind()) {
                    case FILE -> FileInfo.Type.FILE;
                    case DIRECTORY -> FileInfo.Type.DIRECTORY;
                    case LINK -> FileInfo.Type.SYMLINK;
                    case OTHER -> FileInfo.Type.OTHER;
                };
        String name = entry.path().substring(entry.path().lastIndexOf('/') + 1);
        return new FileInfo(name, type, entry.size(), entry.modified());
    }

    private static LineQuery.Syntax syntax(GrepQuery.Syntax syntax) {
        return switch (syntax) {
            case REGEX -> LineQuery.Syntax.REGEX;
            case REGEX_OR_LITERAL -> LineQuery.Syntax.REGEX_OR_LITERAL;
        };
    }
}
