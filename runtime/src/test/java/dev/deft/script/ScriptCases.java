package dev.deft.script;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The cases of `scripts.txt`: bash scripts and what the analysis finds in them.
///
/// A script begins with `$ ` if the tests run it with bash, else with `% `; its further lines begin
/// with `| `. The notation of the expected lines is that of [ScriptNotation].
final class ScriptCases {

    private ScriptCases() {}

    /// @param expected the lines below the script
    /// @param runnable whether bash may run the script
    record Case(String script, String expected, boolean runnable) {}

    static String text() throws IOException {
        try (InputStream in = ScriptCases.class.getResourceAsStream("scripts.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static List<Case> all() throws IOException {
        List<Case> cases = new ArrayList<>();
        var script = new StringBuilder();
        var expected = new StringBuilder();
        boolean runnable = false;
        for (String line : (text() + "\n% ").lines().toList()) {
            if (line.startsWith("$ ") || line.startsWith("% ")) {
                if (!script.isEmpty()) {
                    cases.add(new Case(script.toString(), expected.toString(), runnable));
                }
                script.setLength(0);
                expected.setLength(0);
                script.append(line.substring(2));
                runnable = line.startsWith("$");
            } else if (line.startsWith("|")) {
                script.append('\n').append(line.length() > 2 ? line.substring(2) : "");
            } else if (line.matches("[>?!] .*")) {
                expected.append(line).append('\n');
            }
        }
        return cases;
    }
}
