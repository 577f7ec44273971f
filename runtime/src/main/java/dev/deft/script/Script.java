package dev.deft.script;

import dev.deft.script.command.SimpleCommand;
import java.util.List;
import java.util.Map;

/// A bash script as the list of commands that could run.
///
/// @param commands in the order they are written; what a wrapper runs follows the wrapper
/// @param doubts why it is not all understood; then further commands could run
/// @param cut whether some of it was not even looked at: it is too long, too deep or too odd
public record Script(String text, List<SimpleCommand> commands, List<String> doubts, boolean cut) {

    public Script {
        commands = List.copyOf(commands);
        doubts = List.copyOf(doubts);
    }

    /// Reads a script. It never fails: what cannot be read is not understood.
    public static Script read(String text) {
        return read(text, Map.of());
    }

    /// Reads a script as if the variables that its commands get were set at its beginning. Harmless
    /// ones are left out.
    public static Script read(String text, Map<String, String> variables) {
        try {
            var reading = new ScriptFindings();
            variables.forEach(reading::given);
            reading.script(text, 0);
            return reading.finish(text);
        } catch (BashGrammar.Unreadable e) {
            return notUnderstood(text, e.why());
        } catch (LinkageError e) {
            return notUnderstood(text, "the bash grammar cannot be loaded here: " + e.getMessage());
        }
    }

    private static Script notUnderstood(String text, String why) {
        return new Script(text, List.of(), List.of(why), true);
    }

    /// Whether every command that could run is in the list.
    public boolean understood() {
        return doubts.isEmpty();
    }
}
