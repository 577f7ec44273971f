package dev.deft.app.interactive.slash;

import java.util.List;
import java.util.Map;

/// `/help`: the keys and the commands.
final class HelpPage {

    private static final List<List<String>> KEYS =
            List.of(
                    List.of("enter", "send; while the agent works, the message waits for its end"),
                    List.of("alt-enter, \\ enter", "a new line"),
                    List.of("esc", "interrupt the agent; twice: go back to an earlier message"),
                    List.of("ctrl-c", "interrupt, or empty the line; twice: leave"),
                    List.of("ctrl-d", "leave, if the line is empty"),
                    List.of("shift-tab", "change between planning and building"),
                    List.of("ctrl-o", "the whole conversation, with all results"),
                    List.of("ctrl-t", "look into the work of a sub-agent"),
                    List.of("ctrl-r", "search what you sent before"),
                    List.of("ctrl-g", "write in your own editor"),
                    List.of("ctrl-v", "attach a picture from the clipboard"),
                    List.of("ctrl-l", "draw the screen again"),
                    List.of("@", "complete the path of a file, which is sent with the message"),
                    List.of("!", "run a command in your own shell"),
                    List.of("/", "complete the name of a command"));

    private HelpPage() {}

    static TextPage of(List<BuiltInCommand> commands, Map<String, String> own) {
        var page = new TextPage().heading("Keys");
        KEYS.forEach(it -> page.row(it.getFirst(), it.getLast()));
        page.heading("Commands");
        commands.forEach(
                it -> page.row(("/" + it.name() + " " + it.arguments()).strip(), it.summary()));
        if (!own.isEmpty()) {
            page.heading("Commands of yours and of the project");
            own.forEach((name, summary) -> page.row("/" + name, summary));
        }
        return page;
    }
}
