package dev.deft.mcp.client;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/// Gives tools of servers the names that a dialect shows, and refuses names that are taken or look
/// like another one.
final class ToolNaming {

    private static final String PEGASUS = "pegasus";
    private static final int LONGEST = 64;

    /// What a reader may take for each other.
    private static final Map<Character, Character> LOOK_ALIKES =
            Map.of('0', 'o', '1', 'l', 'i', 'l', '5', 's', '-', '_', '.', '_', '2', 'z', '8', 'b');

    private final String dialect;
    private final Map<String, String> taken = new HashMap<>();

    /// @param reserved names of other tools
    ToolNaming(String dialect, Iterable<String> reserved) {
        this.dialect = dialect;
        reserved.forEach(it -> taken.put(folded(it), it));
    }

    /// Takes a name.
    ///
    /// @return why it must not be used; empty if it may
    Optional<String> take(String id) {
        String earlier = taken.putIfAbsent(folded(id), id);
        if (earlier == null) {
            return Optional.empty();
        }
        return Optional.of(
                earlier.equals(id)
                        ? "the name %s is taken".formatted(id)
                        : "its name %s looks like %s".formatted(id, earlier));
    }

    /// The name of a tool for models.
    String id(String server, String tool) {
        String plain = (server + separator() + tool).replaceAll("[^A-Za-z0-9_-]", "_");
        if (plain.length() <= LONGEST) {
            return plain;
        }
        var sum = new CRC32();
        sum.update((server + "\0" + tool).getBytes(StandardCharsets.UTF_8));
        String end = "_%08x".formatted(sum.getValue());
        return plain.substring(0, LONGEST - end.length()) + end;
    }

    private String separator() {
        return dialect.equals(PEGASUS) ? "__" : "_";
    }

    /// The description as the dialect begins it.
    String description(String server, String text) {
        return dialect.equals(PEGASUS) ? "[%s] %s".formatted(server, text) : text;
    }

    /// Equal for names that look alike.
    private static String folded(String id) {
        var folded = new StringBuilder();
        for (char it : id.toLowerCase(Locale.ROOT).toCharArray()) {
            folded.append(LOOK_ALIKES.getOrDefault(it, it).charValue());
        }
        return folded.toString().replace("rn", "m").replace("vv", "w").replaceAll("_+", "_");
    }
}
