package dev.deft.tools.files;

import dev.deft.host.GrepMatch;
import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.tools.files.text.Utf8;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Keeps as many of the first matches as a call may show. As soon as something is left out or cut,
/// all of them go to the sidecar, one by one, so that any number of matches costs no memory.
final class MatchHead implements AutoCloseable {

    private final Host host;
    private final Limits limits;
    private final List<GrepMatch> shown = new ArrayList<>();
    private long bytes = Head.REMARK_BYTES;
    private boolean full;
    private Optional<Writer> sidecar = Optional.empty();

    MatchHead(Host host) {
        this.host = host;
        this.limits = host.limits();
    }

    void add(GrepMatch match) {
        var cut = new GrepMatch(match.file(), match.line(), LongLine.shown(match.text()));
        bytes += Utf8.length(line(cut)) + 1;
        full |= shown.size() == limits.items() || bytes > limits.outputBytes();
        try {
            if (full || LongLine.isCut(match.text()) || sidecar.isPresent()) {
                write(match);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!full) {
            shown.add(cut);
        }
    }

    private void write(GrepMatch match) throws IOException {
        if (sidecar.isEmpty()) {
            Writer all = Sidecar.open(host);
            sidecar = Optional.of(all);
            for (GrepMatch earlier : shown) {
                all.append(line(earlier)).append('\n');
            }
        }
        sidecar.get().append(line(match)).append('\n');
    }

    private static String line(GrepMatch match) {
        return "%s:%d:%s".formatted(match.file(), match.line(), match.text());
    }

    List<GrepMatch> shown() {
        return List.copyOf(shown);
    }

    boolean isCut() {
        return sidecar.isPresent();
    }

    String text() {
        return shown.stream().map(MatchHead::line).collect(Collectors.joining("\n"));
    }

    @Override
    public void close() throws IOException {
        if (sidecar.isPresent()) {
            sidecar.get().close();
        }
    }
}
