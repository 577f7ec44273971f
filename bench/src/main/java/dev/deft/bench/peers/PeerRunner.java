package dev.deft.bench.peers;

import dev.deft.bench.process.MeasuredProgram;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs agents one at a time, each with a home directory of its own and no way to the network.
final class PeerRunner {

    private static final String PROMPT =
            "Carry out the scripted benchmark steps, then say that you are done.";

    /// Nothing listens there, so that what does not go to the model server fails at once.
    private static final String NOWHERE = "http://127.0.0.1:9";

    private static final String LOOPBACK = "127.0.0.1,localhost";
    private static final int TAIL = 1_500;

    private final PeerWorkspace workspace;
    private final List<EditableFile> files;
    private final Path directory;
    private final String path;

    /// @param node comes first on the path, where there is one for all
    PeerRunner(PeerWorkspace workspace, Path directory, Optional<Path> node) throws IOException {
        this.workspace = workspace;
        this.directory = directory;
        this.files = EditableFile.choose(workspace.root(), workspace.files(), Scenario.mostFiles());
        String inherited = System.getenv("PATH");
        this.path =
                node.map(it -> it.getParent() + File.pathSeparator + inherited).orElse(inherited);
    }

    /// Runs an agent on a fresh workspace.
    ///
    /// @return a run for each start
    List<PeerRun> run(Peer peer, Scenario scenario) throws IOException, InterruptedException {
        workspace.reset();
        Path base = Files.createTempDirectory(directory, "run-");
        Path home = Files.createDirectory(base.resolve("home"));
        Path temporary = Files.createDirectory(base.resolve("tmp"));
        List<ScriptStep> steps = scenario.steps(files);
        List<PeerCall> calls = steps.stream().map(it -> peer.call(it, workspace.root())).toList();
        List<PeerRun> runs = new ArrayList<>();
        for (int i = 0; i < scenario.starts(); i++) {
            try (var server = new DictatingServer(calls)) {
                peer.configure(home, server.url());
                Map<String, String> environment = environment(home, temporary);
                environment.putAll(peer.environment(home, server.url()));
                var program =
                        new MeasuredProgram(
                                peer.words(PROMPT),
                                environment,
                                workspace.root(),
                                base.resolve("output.txt"),
                                base.resolve("errors.txt"),
                                scenario.limit());
                MeasuredProgram.Cost cost = program.run();
                PeerRun run = PeerRun.of(cost, steps, server.requests());
                check(peer, scenario, steps, run, program);
                runs.add(run);
            }
        }
        return runs;
    }

    private Map<String, String> environment(Path home, Path temporary) {
        var all = new HashMap<String, String>();
        all.put("HOME", home.toString());
        all.put("TMPDIR", temporary.toString());
        all.put("PATH", path);
        all.put("USER", "bench");
        all.put("SHELL", "/bin/bash");
        all.put("LANG", "C.UTF-8");
        all.put("TERM", "dumb");
        for (String name : List.of("https_proxy", "HTTPS_PROXY")) {
            all.put(name, NOWHERE);
        }
        for (String name : List.of("no_proxy", "NO_PROXY")) {
            all.put(name, LOOPBACK);
        }
        return all;
    }

    /// A run counts if the agent did all of its work.
    private void check(
            Peer peer,
            Scenario scenario,
            List<ScriptStep> steps,
            PeerRun run,
            MeasuredProgram program)
            throws IOException {
        Optional<String> problem = run.problem(steps.size());
        if (problem.isEmpty() && missingEdits(steps) > 0) {
            problem = Optional.of(missingEdits(steps) + " edits are not in the files");
        }
        if (problem.isPresent()) {
            throw new PeerFailure(
                    "%s, %s: %s; it printed:%n%s%s"
                            .formatted(
                                    peer.name(),
                                    scenario.title(),
                                    problem.get(),
                                    tail(program.output()),
                                    tail(program.errors())));
        }
    }

    private int missingEdits(List<ScriptStep> steps) throws IOException {
        int missing = 0;
        for (ScriptStep step : steps) {
            if (step instanceof ScriptStep.Edit edit) {
                String text = Files.readString(workspace.root().resolve(edit.path()));
                missing += text.contains(edit.after()) ? 0 : 1;
            }
        }
        return missing;
    }

    private static String tail(Path file) throws IOException {
        String all = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        return all.substring(Math.max(0, all.length() - TAIL));
    }
}
