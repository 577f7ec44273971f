package dev.deft.app.cli.run;

import dev.deft.agent.config.MissingKeyException;
import dev.deft.agent.model.listing.LocalServers;
import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.FileErrorText;
import dev.deft.app.cli.command.ModelAdvice;
import dev.deft.app.cli.command.OptionGroup;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `deft run`: runs the agent on one message, or on the messages of a stream, from a script or a
/// terminal.
public final class RunCommand implements Command {

    private static final int FAILED = 1;

    private static final List<CommandOption> INPUT_AND_OUTPUT =
            List.of(
                    RunOptions.HEADLESS,
                    OutputFormat.OPTION,
                    InputFormat.OPTION,
                    PromptOptions.SCHEMA,
                    RunMessage.IMAGE,
                    RunOutput.QUIET);

    @Override
    public String name() {
        return "run";
    }

    @Override
    public String synopsis() {
        return "PROMPT [-] [OPTIONS]";
    }

    @Override
    public String summary() {
        return "Give the agent a task and print its answer.";
    }

    @Override
    public List<CommandOption> options() {
        List<CommandOption> all = new ArrayList<>(INPUT_AND_OUTPUT);
        RunOptions.shared().forEach(it -> all.addAll(it.options()));
        return all;
    }

    @Override
    public List<OptionGroup> groups() {
        List<OptionGroup> groups = new ArrayList<>();
        groups.add(new OptionGroup("Input and output", INPUT_AND_OUTPUT));
        groups.addAll(RunOptions.shared());
        groups.add(new OptionGroup("General", COMMON));
        return groups;
    }

    @Override
    public List<String> examples() {
        return List.of(
                "deft run \"why does the build fail?\" --allow \"bash mvn *\"",
                "deft run \"fix the failing test\" --yes-edits --allow \"bash npm test *\"",
                "deft run -c \"and now the other one\"",
                "git diff | deft run \"review this\" --output json",
                "make 2>&1 | tail -50 | deft run - \"why does this fail?\"",
                "deft -p \"list the modules\" --json-schema '{\"type\":\"array\",\"items\":{\"type\":\"string\"}}'");
    }

    @Override
    public void misused(List<String> words, String why, Console console) {
        new RunOutput(OutputFormat.guessed(words), console).fail(why);
    }

    @Override
    public int run(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        OutputFormat form =
                OutputFormat.of(arguments.value(OutputFormat.OPTION.name()).orElse("text"));
        var output = new RunOutput(form, console);
        try {
            HeadlessRun.Result result = new HeadlessRun(arguments, form, output, console).run();
            if (result.restart().isPresent()) {
                console.out().flush();
                result.restart().get().replaceProcess(console.environment());
            }
            return result.code();
        } catch (UsageException e) {
            output.fail(String.valueOf(e.getMessage()));
            throw e;
        } catch (MissingKeyException e) {
            output.fail(FileErrorText.of(e));
            console.note(FileErrorText.of(e));
            if (form == OutputFormat.TEXT) {
                new ModelAdvice(console.environment())
                        .withoutKey(LocalServers.from(console.environment()).find())
                        .forEach(console.err()::println);
            }
            return FAILED;
        } catch (IOException e) {
            output.fail(FileErrorText.of(e));
            throw e;
        }
    }
}
