package dev.deft.script;

import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import java.util.List;
import java.util.Map;

/// The commands that a bash script could run.
///
/// @param commands in source order; a wrapped command follows its wrapper
/// @param doubts why the script is not fully understood; if there are any, other commands could run
/// @param incomplete whether parts were skipped because the script is too long, too deep or too odd
public record Script(
        String text, List<SimpleCommand> commands, List<String> doubts, boolean incomplete) {

    public Script {
        commands = List.copyOf(commands);
        doubts = List.copyOf(doubts);
    }

    /// Parses a script. Never fails: a script that cannot be parsed is not understood.
    public static Script read(String text) {
        return read(text, Map.of());
    }

    /// Parses a script as if its first command set these variables. Harmless ones are left out.
    public static Script read(String text, Map<String, String> variables) {
        try {
            var findings = new ScriptFindings();
            variables.forEach(findings::addEnvironmentVariable);
            findings.readScript(text, 0);
            return findings.finish(text);
        } catch (BashGrammar.UnreadableScriptException e) {
            return notUnderstood(text, e.reason());
        } catch (LinkageError e) {
            return notUnderstood(text, "the bash grammar cannot be loaded here: " + e.getMessage());
        }
    }

    /// A script that runs a program without arguments.
    ///
    /// @param program a name that needs no quotes and means nothing else to bash
    public static Script running(String program) {
        var command = SimpleCommand.of(List.of(Word.of(program)));
        return new Script(program, List.of(command), List.of(), false);
    }

    private static Script notUnderstood(String text, String reason) {
        return new Script(text, List.of(), List.of(reason), true);
    }

    /// Whether the list has every command that could run.
    public boolean understood() {
        return doubts.isEmpty();
    }
}
