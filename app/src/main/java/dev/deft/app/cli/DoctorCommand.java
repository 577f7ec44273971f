package dev.deft.app.cli;

import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.cli.mcp.ServerFindings;
import dev.deft.codec.Records;
import dev.deft.engine.doctor.Doctor;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;

/// `deft doctor`: reports what this machine supports and how to fix what is missing.
final class DoctorCommand implements Command {

    @Override
    public String name() {
        return "doctor";
    }

    @Override
    public String synopsis() {
        return "[OPTIONS]";
    }

    @Override
    public String summary() {
        return "Check this machine: what is missing and how to fix it.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(Options.JSON, Options.POLICY);
    }

    @Override
    public List<String> examples() {
        return List.of("deft doctor", "deft doctor --policy policy.json");
    }

    @Override
    public int run(ParsedArguments arguments, Console console)
            throws UsageException, InterruptedException {
        arguments.allowWords(0);
        List<Doctor.Finding> findings =
                new ArrayList<>(
                        Doctor.examine(
                                Options.root(arguments, console),
                                console.environment(),
                                Options.policy(arguments, console)));
        findings.addAll(ServerFindings.of(arguments, console));
        if (arguments.has("--json")) {
            console.sayIndented(new Json.Arr(findings.stream().<Json>map(Records::write).toList()));
            return 0;
        }
        for (Doctor.Finding finding : findings) {
            String mark = finding.ok() ? console.green("ok     ") : console.yellow("missing");
            console.say(
                    "%s  %-12s  %s"
                            .formatted(mark, finding.what(), console.shown(finding.found())));
            finding.advice()
                    .ifPresent(it -> console.say("%24s%s".formatted("", console.dim("→ " + it))));
        }
        return 0;
    }
}
