package dev.deft.tools.files;

import dev.deft.host.Host;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/// Writes the whole output if only its beginning is shown.
public final class SidecarWriter {

    private SidecarWriter() {}

    static Writer open(Host host) throws IOException {
        return new BufferedWriter(new OutputStreamWriter(host.sidecar(), StandardCharsets.UTF_8));
    }

    public static void writeLines(Host host, Iterable<String> lines) throws IOException {
        try (Writer all = open(host)) {
            for (String line : lines) {
                all.append(line).append('\n');
            }
        }
    }
}
