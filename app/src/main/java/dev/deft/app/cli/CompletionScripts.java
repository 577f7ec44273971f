package dev.deft.app.cli;

import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Completion scripts for shells, generated from the commands. They run no program, so completion
/// is immediate.
///
/// @param commands in the order of the help
record CompletionScripts(List<Command> commands) {

    CompletionScripts {
        commands = List.copyOf(commands);
    }

    String bash() {
        return """
        # deft completion for bash; load it with: source <(deft completion bash)
        _deft() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=
            local command=${COMP_WORDS[1]}
            [[ $command != -* ]] || command=run
            COMPREPLY=()
            if [ "$COMP_CWORD" -eq 1 ]; then
                COMPREPLY=($(compgen -W '%s' -- "$word"))
                return
            fi
            case "$command $before" in
        %s    esac
            case $command in
        %s    esac
            COMPREPLY=($(compgen -W "$words" -- "$word"))
        }
        complete -o bashdefault -o default -F _deft deft ./deft\
        """
                .formatted(String.join(" ", names()), values(), words());
    }

    private List<String> names() {
        List<String> names = new ArrayList<>(commands.stream().map(Command::name).toList());
        names.addAll(List.of("--help", "--version"));
        ofRun().filter(it -> !names.contains(it)).forEach(names::add);
        return names;
    }

    /// The options of `run`, which may come first.
    private Stream<String> ofRun() {
        return commands.stream()
                .filter(it -> it.name().equals("run"))
                .flatMap(it -> options(it).stream());
    }

    /// Completes the value of an option.
    private String values() {
        var cases = new StringBuilder();
        for (Command command : commands) {
            for (CommandOption option : command.allOptions()) {
                if (option.value().isPresent()) {
                    cases.append(
                            "        %s) %s ;;\n"
                                    .formatted(patterns(command, option), reply(option)));
                }
            }
        }
        return cases.toString();
    }

    private static String patterns(Command command, CommandOption option) {
        return option.names().stream()
                .map(it -> "'%s %s'".formatted(command.name(), it))
                .collect(Collectors.joining(" | "));
    }

    /// Without fixed values, the shell completes file names.
    private static String reply(CommandOption option) {
        return option.choices().isEmpty()
                ? "return"
                : "COMPREPLY=($(compgen -W '%s' -- \"$word\")); return"
                        .formatted(String.join(" ", option.choices()));
    }

    private String words() {
        var cases = new StringBuilder();
        for (Command command : commands) {
            cases.append(
                    "        %s) words='%s'; [ \"$COMP_CWORD\" -gt 2 ] || words=\"$words %s\" ;;\n"
                            .formatted(
                                    command.name(),
                                    String.join(" ", options(command)),
                                    String.join(" ", command.words())));
        }
        return cases.toString();
    }

    private static List<String> options(Command command) {
        return command.allOptions().stream().flatMap(it -> it.names().stream()).toList();
    }

    String zsh() {
        String described =
                commands.stream()
                        .map(it -> "        '%s:%s'\n".formatted(it.name(), quoted(it.summary())))
                        .collect(Collectors.joining());
        String cases =
                commands.stream().map(CompletionScripts::zshCase).collect(Collectors.joining());
        return """
        #compdef deft
        # deft completion for zsh; put it into a directory of $fpath as _deft
        _deft() {
            local -a commands
            commands=(
        %s    )
            if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
                _describe command commands
                return
            fi
            case $words[2] in
        %s    esac
        }
        _deft "$@\"\
        """
                .formatted(described, cases);
    }

    private static String zshCase(Command command) {
        String first =
                command.words().isEmpty()
                        ? "'*:words:_files'"
                        : "'2:what:(%s)' '*:words:_files'"
                                .formatted(String.join(" ", command.words()));
        String options =
                command.allOptions().stream()
                        .flatMap(option -> option.names().stream().map(it -> zsh(it, option)))
                        .collect(Collectors.joining(" "));
        String pattern = command.name().equals("run") ? "run|-*" : command.name();
        return "        %s) _arguments %s %s ;;\n".formatted(pattern, options, first);
    }

    private static String zsh(String name, CommandOption option) {
        String value = option.value().map(it -> ":%s:%s".formatted(it, zsh(option))).orElse("");
        String often = option.often() ? "*" : "";
        return "'%s%s[%s]%s'".formatted(often, name, bracketed(option.help()), value);
    }

    private static String zsh(CommandOption option) {
        if (option.takesPath()) {
            return "_files";
        }
        return option.choices().isEmpty()
                ? ""
                : "(%s)".formatted(String.join(" ", option.choices()));
    }

    private static String bracketed(String help) {
        return quoted(help).replace("[", "(").replace("]", ")").replace(":", "\\:");
    }

    String fish() {
        var script =
                new StringBuilder(
                        "# deft completion for fish; put it into ~/.config/fish/completions/deft.fish\ncomplete -c deft -n __fish_use_subcommand -f\n");
        for (Command command : commands) {
            script.append(
                    "complete -c deft -n __fish_use_subcommand -a %s -d '%s'\n"
                            .formatted(command.name(), quoted(command.summary())));
            String seen =
                    command.name().equals("run")
                            ? "-n '__fish_use_subcommand; or __fish_seen_subcommand_from run'"
                            : "-n '__fish_seen_subcommand_from %s'".formatted(command.name());
            if (!command.words().isEmpty()) {
                script.append(
                        "complete -c deft %s -a '%s'\n"
                                .formatted(seen, String.join(" ", command.words())));
            }
            command.allOptions().forEach(it -> script.append(fish(seen, it)));
        }
        return script.toString().stripTrailing();
    }

    private static String fish(String seen, CommandOption option) {
        var line = new StringBuilder("complete -c deft " + seen);
        for (String name : option.names()) {
            line.append(
                    name.startsWith("--")
                            ? " -l " + name.substring(2)
                            : " -s " + name.substring(1));
        }
        if (option.value().isPresent()) {
            line.append(option.takesPath() ? " -r -F" : " -x");
        }
        if (!option.choices().isEmpty()) {
            line.append(" -a '%s'".formatted(String.join(" ", option.choices())));
        }
        return line + " -d '" + quoted(option.help()) + "'\n";
    }

    /// Quotes a text for single quotes in any of the shells; our texts contain no quotes.
    private static String quoted(String text) {
        return text.replace("'", "’").replace("\n", " ");
    }
}
