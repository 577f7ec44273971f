package dev.deft.app.terminal.device;

import java.util.Map;

/// Switches modes of a terminal by escape sequences. None of them makes the terminal answer, so
/// there is nothing to wait for.
///
/// @param plain whether the terminal knows only the old sequences
/// @param reflows whether it wraps lines anew when it gets narrower
record ModeSequences(boolean plain, boolean reflows) {

    /// Bracketed paste and reports of the focus.
    private static final String ON = "\u001b[?2004h\u001b[?1004h";

    private static final String OFF = "\u001b[?1004l\u001b[?2004l";

    /// Distinct sequences for keys such as Shift-Enter: first as kitty has them, then as xterm. The
    /// reset is for terminals that take the second one for a style.
    private static final String KEYS_ON = "\u001b[>1u";

    private static final String KEYS_OFF = "\u001b[<1u";
    private static final String XTERM_KEYS_ON = "\u001b[>4;1m\u001b[m";
    private static final String XTERM_KEYS_OFF = "\u001b[>4;0m\u001b[m";

    static ModeSequences of(Map<String, String> environment) {
        String type = environment.getOrDefault("TERM", "");
        boolean inTmux = environment.containsKey("TMUX");
        boolean inScreen = environment.containsKey("STY") && !inTmux;
        boolean isXterm = environment.containsKey("XTERM_VERSION") && !inTmux;
        // Over SSH the name of the terminal is all there is.
        boolean isScreen = inScreen || (type.startsWith("screen") && !inTmux);
        return new ModeSequences(
                type.equals("linux"), !isScreen && !isXterm && !type.equals("linux"));
    }

    String on() {
        return plain ? "" : ON + KEYS_ON + XTERM_KEYS_ON;
    }

    String off() {
        return (plain ? "" : XTERM_KEYS_OFF + KEYS_OFF + OFF) + ScreenUpdate.SHOW_CURSOR;
    }

    /// In the protocol of kitty the other screen has its own mode of the keyboard.
    String enterFullScreen() {
        return "\u001b[?1049h" + (plain ? "" : KEYS_ON);
    }

    String leaveFullScreen() {
        return (plain ? "" : KEYS_OFF) + "\u001b[?1049l";
    }

    String saveTitle() {
        return plain ? "" : "\u001b[22;2t";
    }

    String restoreTitle() {
        return plain ? "" : "\u001b[23;2t";
    }

    /// @param text without control characters
    String title(String text) {
        return plain ? "" : "\u001b]2;" + text + "\u001b\\";
    }
}
