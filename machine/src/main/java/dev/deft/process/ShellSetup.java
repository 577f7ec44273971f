package dev.deft.process;

import dev.deft.gateway.Reach;
import dev.deft.policy.CommandFiles;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.sandbox.Helpers;
import dev.deft.sandbox.Ration;
import dev.deft.sandbox.Surroundings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// How the commands of a session are to run.
///
/// @param root the workspace, a real path
/// @param environment of the process
/// @param passedOn further variables that commands may see
/// @param hidden directories no command may see
/// @param reach where commands may connect to
/// @param drafts where changes made aside may lie, best first
/// @param ration how much of the machine they may use
/// @param fixed files in the workspace that are protected here and nowhere else
/// @param shared directories with pipes that commands and we talk through
/// @param helpers the programs we start for it
/// @param files what commands may do with the files of the workspace
public record ShellSetup(
        Path root,
        Map<String, String> environment,
        List<String> passedOn,
        List<Path> hidden,
        SandboxMode sandbox,
        Reach reach,
        CommandChoices choices,
        List<Path> drafts,
        Ration ration,
        List<Path> fixed,
        List<Path> shared,
        Helpers helpers,
        CommandFiles files) {

    public ShellSetup {
        environment = Map.copyOf(environment);
        passedOn = List.copyOf(passedOn);
        hidden = List.copyOf(hidden);
        drafts = List.copyOf(drafts);
        fixed = List.copyOf(fixed);
        shared = List.copyOf(shared);
    }

    /// How they run where nothing is shared with them yet.
    public ShellSetup(
            Path root,
            Map<String, String> environment,
            List<String> passedOn,
            List<Path> hidden,
            SandboxMode sandbox,
            Reach reach,
            CommandChoices choices,
            List<Path> drafts,
            Ration ration) {
        this(
                root,
                environment,
                passedOn,
                hidden,
                sandbox,
                reach,
                choices,
                drafts,
                ration,
                List.of(),
                List.of(),
                new Helpers(root, environment),
                CommandFiles.everything());
    }

    ShellSetup sharing(Path directory) {
        return new ShellSetup(
                root,
                environment,
                passedOn,
                hidden,
                sandbox,
                reach,
                choices,
                drafts,
                ration,
                fixed,
                List.of(directory),
                helpers,
                files);
    }

    /// Where directories of ours may lie.
    List<Path> scratch() {
        List<Path> places = new ArrayList<>(drafts);
        places.add(Path.of(System.getProperty("java.io.tmpdir")));
        return places;
    }

    Surroundings surroundings() {
        List<Path> unseen = new ArrayList<>(hidden);
        choices.host().flatMap(it -> it.identityFile(environment)).ifPresent(unseen::add);
        return new Surroundings(
                root, environment, unseen, fixed, shared, helpers, choices.sockets(), files);
    }
}
