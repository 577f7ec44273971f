package dev.deft.tools.files;

import dev.deft.host.Host;
import dev.deft.tool.ToolResult;
import dev.deft.tools.files.text.Utf8;
import java.io.IOException;
import java.io.Writer;
import java.util.function.Function;

/// Keeps a diff within the limits of a call: a longer one is shown in part, and the sidecar
/// contains all of it.
public final class ShownDiff {

    private ShownDiff() {}

    /// Replaces the diff of a file that the call may change but not read.
    public static String withheld(String path) {
        return "%s may not be read, so its change is not shown.\n".formatted(path);
    }

    /// Creates the output of a change.
    ///
    /// @param text shown besides the diff
    /// @param output creates the output from the part of the diff that may be shown
    public static ToolResult output(
            Host host, String text, String diff, Function<String, ToolResult.Output> output)
            throws IOException {
        String head = Utf8.head(diff, host.limits().outputBytes() - Utf8.length(text));
        if (head.length() == diff.length()) {
            return output.apply(diff);
        }
        try (Writer all = SidecarWriter.open(host)) {
            all.write(diff);
        }
        return output.apply(head.substring(0, head.lastIndexOf('\n') + 1)).asHead();
    }
}
