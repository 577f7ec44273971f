package dev.deft.app.interactive;

import java.util.List;

/// Texts that do something to a terminal, or look like something else.
///
/// @param name what it tries
/// @param text the characters
/// @param named what stands for its first hidden character where a person decides
record HostileText(String name, String text, String named) {

    private static final String E = "\u001b";

    static List<HostileText> all() {
        return List.of(
                of("right-to-left override", "\u202e"),
                of("isolate", "\u2066"),
                of("zero-width space", "\u200b"),
                of("zero-width joiner", "\u200d"),
                of("byte order mark", "\ufeff"),
                of("soft hyphen", "\u00ad"),
                of("grapheme joiner", "\u034f"),
                of("filler", "\u3164"),
                of("tag letter", "\udb40\udc41"),
                of("line separator", "\u2028"),
                of("clipboard", E + "]52;c;aGk=\u0007"),
                of("clear screen", E + "[2J" + E + "[H"),
                of("reset", E + "c"),
                of("title", E + "]2;owned\u0007"),
                of("window name", E + "kowned" + E + "\\"),
                of("link", E + "]8;;http://evil.example" + E + "\\x" + E + "]8;;" + E + "\\"),
                of("device control", E + "P$q\"p" + E + "\\"),
                of("tmux passthrough", E + "Ptmux;" + E + E + "]52;c;aGk=\u0007" + E + "\\"),
                of("application command", E + "_Gf=100;AAAA" + E + "\\"),
                of("private message", E + "^owned" + E + "\\"),
                of("alternate screen", E + "[?1049h"),
                of("hidden cursor", E + "[?25l"),
                of("mouse", E + "[?1003h"),
                of("scroll region", E + "[2;4r"),
                of("insert mode", E + "[4h"),
                of("invisible style", E + "[8m"),
                of("cursor report", E + "[6n"),
                of("tab stops", E + "[3g"),
                of("character set", E + "(0"),
                of("C1 sequence", "\u009b2J"),
                of("C1 title", "\u009d2;owned\u009c"),
                of("C1 device control", "\u0090q\u009c"),
                of("backspaces", "\b\b\b\b"),
                of("carriage return", "\rowned"),
                of("bell", "\u0007"),
                of("null", "\u0000"),
                of("delete", "\u007f"),
                of("shift out", "\u000e"));
    }

    private static HostileText of(String name, String text) {
        return new HostileText(name, text, "⟨U+%04X⟩".formatted(text.codePointAt(0)));
    }
}
