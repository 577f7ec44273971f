package dev.deft.tools.lsp;

import dev.deft.host.Host;
import dev.deft.tools.files.SidecarWriter;
import dev.deft.tools.files.text.Utf8;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The first entries of a list, as many as a call may show; the sidecar has all of them.
record CutList<T>(List<T> items, String text, boolean cut) {

    CutList {
        items = List.copyOf(items);
    }

    static <T> CutList<T> of(List<T> all, Function<T, String> display, Host host)
            throws IOException {
        List<T> items = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        long bytes = 0;
        for (T it : all) {
            String line = display.apply(it);
            bytes += Utf8.length(line) + 1;
            if (items.size() == host.limits().items() || bytes > host.limits().outputBytes()) {
                break;
            }
            items.add(it);
            lines.add(line);
        }
        if (items.size() == all.size()) {
            return new CutList<>(items, String.join("\n", lines), false);
        }
        SidecarWriter.writeLines(host, all.stream().map(display).toList());
        lines.add("\n[the first %d of %d]".formatted(items.size(), all.size()));
        return new CutList<>(items, String.join("\n", lines), true);
    }
}
