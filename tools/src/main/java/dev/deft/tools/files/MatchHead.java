package dev.deft.tools.files;

import dev.deft.host.GrepMatch;
import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.host.MatchListener;
import dev.deft.host.MatchedLine;
import dev.deft.host.MatchedLines;
import dev.deft.tools.files.text.Utf8;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Collects the first matches, as many as a call may show. As soon as one is left out or cut, all
/// of them go to the sidecar one by one, so that any number of matches takes little memory. A match
/// that is not shown is neither decoded nor formatted.
final class MatchHead implements MatchListener, AutoCloseable {

    private static final int BUFFER = 64 * 1024;

    private final Host host;
    private final Limits limits;
    private final List<GrepMatch> shown = new ArrayList<>();

    private long bytes;
    private boolean full;
    private long received;
    private Optional<OutputStream> sidecar = Optional.empty();

    MatchHead(Host host) {
        this.host = host;
        this.limits = host.limits();
    }

    @Override
    public void matched(MatchedLines lines) throws IOException {
        if (full && sidecar.isPresent()) {
            received += lines.size();
            lines.writeTo(sidecar.get());
            return;
        }
        for (int i = 0; i < lines.size(); i++) {
            matched(lines.get(i));
        }
    }

    @Override
    public void matched(MatchedLine match) throws IOException {
        received++;
        if (full) {
            write(match);
            return;
        }
        String text = LongLine.shown(match);
        var cut = new GrepMatch(match.file(), match.line(), text);
        bytes += Utf8.length(line(cut)) + 1;
        full = shown.size() == limits.items() || bytes > limits.outputBytes();
        if (full || sidecar.isPresent() || text.length() != match.length()) {
            write(match);
        }
        if (!full) {
            shown.add(cut);
        }
    }

    private void write(MatchedLine match) throws IOException {
        if (sidecar.isEmpty()) {
            OutputStream all = new BufferedOutputStream(host.sidecar(), BUFFER);
            sidecar = Optional.of(all);
            for (GrepMatch earlier : shown) {
                all.write((line(earlier) + '\n').getBytes(StandardCharsets.UTF_8));
            }
        }
        match.writeTo(sidecar.get());
    }

    private static String line(GrepMatch match) {
        return match.file() + ':' + match.line() + ':' + match.text();
    }

    List<GrepMatch> shown() {
        return List.copyOf(shown);
    }

    /// How many matches were received.
    long received() {
        return received;
    }

    boolean isCut() {
        return sidecar.isPresent();
    }

    String text() {
        var text = new StringBuilder();
        for (GrepMatch match : shown) {
            if (!text.isEmpty()) {
                text.append('\n');
            }
            text.append(line(match));
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        if (sidecar.isPresent()) {
            sidecar.get().close();
        }
    }
}
