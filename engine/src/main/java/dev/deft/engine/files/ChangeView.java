package dev.deft.engine.files;

import dev.deft.host.Bytes;
import dev.deft.os.PreviewedChanges;
import dev.deft.os.change.FileChange;
import dev.deft.os.change.FileState;
import dev.deft.os.tree.FileContent;
import dev.deft.output.TextHead;
import dev.deft.tools.files.text.TextFile;
import dev.deft.tools.files.text.UnifiedDiff;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Formats changes for people: text files as unified diffs, everything else as one line.
public final class ChangeView {

    /// Larger files are described by their size only.
    private static final long MOST_COMPARED = 1L << 20;

    /// One file takes at most this fraction of the space.
    private static final int SHARE = 4;

    private static final String GIT = ".git/";
    private static final char CONTROL_PICTURES = '\u2400';
    private static final char UNSEEN = '\ufffd';

    private final StringBuilder lines = new StringBuilder();
    private final StringBuilder diffs = new StringBuilder();
    private final int most;

    private final int share;
    private final boolean inside;

    /// @param most how many bytes of text
    /// @param share the most for one file
    /// @param inside whether files inside a repository are shown one by one
    private ChangeView(int most, int share, boolean inside) {
        this.most = most;
        this.share = share;
        this.inside = inside;
    }

    /// All changes.
    public static String whole(List<FileChange> changes) throws IOException {
        return new ChangeView(Integer.MAX_VALUE, Integer.MAX_VALUE / SHARE, false).of(changes);
    }

    /// What a call would do to files, as much as fits. Whoever approves a change inside a
    /// repository sees it.
    public static String previewed(PreviewedChanges previewed, int mostBytes) throws IOException {
        int share = previewed.changes().size() > 1 ? mostBytes / SHARE : mostBytes;
        var view = new ChangeView(mostBytes, share, true);
        previewed.moves().forEach(it -> view.line(it.from(), "moved to " + it.to()));
        return TextHead.of(visible(view.of(previewed.changes())), mostBytes);
    }

    /// As much as fits. Lines come before diffs, so that a long diff cannot hide another kind of
    /// change.
    static String head(List<FileChange> changes, int mostBytes) throws IOException {
        var view = new ChangeView(mostBytes, mostBytes / SHARE, false);
        return TextHead.of(visible(view.of(changes)), mostBytes);
    }

    /// Replaces terminal escapes and bidirectional control characters, so that the reader approves
    /// exactly what is shown.
    private static String visible(String text) {
        var shown = new StringBuilder(text.length());
        String lines = text.replace("\r\n", "\n");
        for (int i = 0; i < lines.length(); i++) {
            char c = lines.charAt(i);
            if (c < ' ' && c != '\n' && c != '\t') {
                shown.append((char) (CONTROL_PICTURES + c));
            } else {
                shown.append(isUnseen(c) ? UNSEEN : c);
            }
        }
        return shown.toString();
    }

    private static boolean isUnseen(char c) {
        return (c >= 0x7f && c <= 0x9f)
                || (c >= 0x202a && c <= 0x202e)
                || (c >= 0x2066 && c <= 0x2069);
    }

    private String of(List<FileChange> changes) throws IOException {
        var seen = new ArrayList<FileChange>();
        int inGit = 0;
        for (FileChange change : changes) {
            if (!inside && ("/" + change.path()).contains("/" + GIT)) {
                inGit++;
            } else {
                seen.add(change);
            }
        }
        if (inGit > 0) {
            lines.append("%s: %d changes inside the repository\n".formatted(GIT, inGit));
        }
        for (int i = 0; i < seen.size(); i++) {
            if (lines.length() + diffs.length() > most) {
                lines.append("… and %d more changes\n".formatted(seen.size() - i));
                break;
            }
            tell(seen.get(i));
        }
        return lines.append(diffs).toString();
    }

    private void tell(FileChange change) throws IOException {
        FileState before = change.before();
        FileState after = change.after();
        boolean text = before.content().isPresent() || after.content().isPresent();
        if (text && !isSame(before, after)) {
            content(change.path(), before.content(), after.content());
        } else if (text && before.permissions().equals(after.permissions())) {
            line(change.path(), "touched");
        }
        link(change.path(), before, after);
        directory(change.path(), before, after);
        mode(change.path(), before, after);
    }

    private static boolean isSame(FileState before, FileState after) throws IOException {
        return before.content().isPresent()
                && after.content().isPresent()
                && before.content().get().isSame(after.content().get());
    }

    private void line(String path, String what) {
        lines.append(path).append(": ").append(what).append('\n');
    }

    private void content(String path, Optional<FileContent> before, Optional<FileContent> after)
            throws IOException {
        long size = Math.max(size(before), size(after));
        if (size > MOST_COMPARED) {
            line(path, "large file " + became(before, after));
            return;
        }
        Optional<TextFile> old = text(before);
        Optional<TextFile> now = text(after);
        if (old.isPresent() != before.isPresent() || now.isPresent() != after.isPresent()) {
            line(path, "binary file " + became(before, after));
            return;
        }
        if (size == 0) {
            line(path, "empty file " + became(before, after));
            return;
        }
        String diff = UnifiedDiff.of(path, old.map(TextFile::text), now.map(TextFile::text)).text();
        diffs.append(TextHead.of(diff, share));
    }

    private static long size(Optional<FileContent> content) {
        return content.map(FileContent::size).orElse(0L);
    }

    private static String became(Optional<FileContent> before, Optional<FileContent> after) {
        if (before.isEmpty()) {
            return "added, %d bytes".formatted(size(after));
        }
        return after.isEmpty()
                ? "removed, %d bytes".formatted(size(before))
                : "changed, %d bytes -> %d bytes".formatted(size(before), size(after));
    }

    private static Optional<TextFile> text(Optional<FileContent> content) throws IOException {
        if (content.isEmpty()) {
            return Optional.empty();
        }
        Bytes bytes = content.get().bytes();
        return TextFile.decode(bytes);
    }

    private void link(String path, FileState before, FileState after) {
        if (before instanceof FileState.Link(String old)
                && after instanceof FileState.Link(String now)) {
            line(path, "link to %s -> link to %s".formatted(old, now));
        } else if (before instanceof FileState.Link(String old)) {
            line(path, "link to %s removed".formatted(old));
        } else if (after instanceof FileState.Link(String now)) {
            line(path, "link to %s added".formatted(now));
        }
    }

    private void directory(String path, FileState before, FileState after) {
        if (before.isDirectory() && !after.isDirectory()) {
            line(path + "/", "directory removed");
        } else if (!before.isDirectory() && after.isDirectory()) {
            line(path + "/", "directory added");
        }
    }

    private void mode(String path, FileState before, FileState after) {
        OptionalInt old = before.permissions();
        OptionalInt now = after.permissions();
        boolean stays = before.getClass() == after.getClass();
        if (stays && old.isPresent() && now.isPresent() && !old.equals(now)) {
            line(path, "mode %o -> %o".formatted(old.getAsInt(), now.getAsInt()));
        } else if (isExecutable(after) && !isExecutable(before)) {
            line(path, "mode %o".formatted(now.orElse(0)));
        }
    }

    private static boolean isExecutable(FileState state) {
        return state instanceof FileState.File && (state.permissions().orElse(0) & 0111) != 0;
    }
}
