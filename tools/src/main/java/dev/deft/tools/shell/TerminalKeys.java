package dev.deft.tools.shell;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// The keys of a terminal by name.
final class TerminalKeys {

    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern CONTROL = Pattern.compile("(?:ctrl[-+]|\\^)([a-z])");

    private static final Map<String, String> NAMED =
            Map.ofEntries(
                    Map.entry("enter", "\r"),
                    Map.entry("tab", "\t"),
                    Map.entry("esc", "\u001b"),
                    Map.entry("escape", "\u001b"),
                    Map.entry("space", " "),
                    Map.entry("backspace", "\u007f"),
                    Map.entry("up", "\u001b[A"),
                    Map.entry("down", "\u001b[B"),
                    Map.entry("right", "\u001b[C"),
                    Map.entry("left", "\u001b[D"),
                    Map.entry("home", "\u001b[H"),
                    Map.entry("end", "\u001b[F"),
                    Map.entry("page-up", "\u001b[5~"),
                    Map.entry("page-down", "\u001b[6~"),
                    Map.entry("delete", "\u001b[3~"));

    private TerminalKeys() {}

    /// The characters a terminal sends for keys such as `ctrl-c` or `up enter`.
    static String typed(String names) throws HostException {
        var typed = new StringBuilder();
        for (String name : BLANKS.split(names.strip().toLowerCase(Locale.ROOT), -1)) {
            typed.append(key(name));
        }
        return typed.toString();
    }

    private static String key(String name) throws HostException {
        var control = CONTROL.matcher(name);
        if (control.matches()) {
            return String.valueOf((char) (control.group(1).charAt(0) - 'a' + 1));
        }
        String key = NAMED.get(name);
        if (key == null) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "There is no key \"%s\"; there are ctrl-a to ctrl-z, %s."
                            .formatted(name, String.join(", ", names())));
        }
        return key;
    }

    private static List<String> names() {
        return NAMED.keySet().stream().sorted().toList();
    }
}
