package dev.deft.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// What a bench writes to standard error: passed on, and its last line that tells something kept,
/// for the row of a bench that failed.
final class BenchErrors {

    private static final int LONGEST = 120;

    private volatile String last = "";

    /// Passes all lines on, until the stream ends.
    void copy(InputStream in, PrintStream out) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            out.println(line);
            // The frames of a stack trace begin with a tab; what was thrown does not.
            if (!line.isBlank() && !line.startsWith("\t")) {
                last = line;
            }
        }
    }

    /// The last line, without what Java puts before an exception, and not long.
    ///
    /// @return empty if there was none
    String last() {
        String told =
                last.replaceAll("\\p{Cntrl}", " ")
                        .replaceFirst("^(Caused by: |Exception in thread \"[^\"]*\" )", "")
                        .strip();
        return told.length() <= LONGEST ? told : told.substring(0, LONGEST - 1).strip() + "…";
    }
}
