package dev.deft.app.interactive;

import java.util.List;

/// What tmux knows about a terminal beside its characters.
///
/// @param variables the values of [#VARIABLES]
/// @param clipboard what programs put there
record TerminalState(String variables, List<String> clipboard) {

    static final List<String> VARIABLES =
            List.of(
                    "title=#{pane_title}",
                    "window=#{window_name}",
                    "cursor=#{cursor_x},#{cursor_y}",
                    "visible=#{cursor_flag}",
                    "alternate=#{alternate_on}",
                    "insert=#{insert_flag}",
                    "keypad=#{keypad_flag},#{keypad_cursor_flag}",
                    "origin=#{origin_flag}",
                    "wrap=#{wrap_flag}",
                    "mouse=#{mouse_any_flag}",
                    "region=#{scroll_region_upper},#{scroll_region_lower}",
                    "tabs=#{pane_tabs}",
                    "path=#{pane_path}");

    TerminalState {
        clipboard = List.copyOf(clipboard);
    }

    /// The same without the place of the cursor.
    TerminalState withoutCursor() {
        return new TerminalState(
                variables.replaceFirst("cursor=\\d+,\\d+", "cursor=any"), clipboard);
    }

    /// The same with a visible cursor, which a dialog without text to type has not.
    TerminalState withVisibleCursor() {
        return new TerminalState(variables.replace("visible=0", "visible=1"), clipboard);
    }
}
