package dev.deft.engine;

import dev.deft.draft.Draft;
import dev.deft.host.HostException;
import dev.deft.host.Shell;
import dev.deft.os.PathNames;
import dev.deft.output.Head;
import dev.deft.process.OsShells;
import dev.deft.run.Hosts;
import dev.deft.run.Prepared;
import dev.deft.run.Rehearsal;
import dev.deft.tool.Capability;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Runs a command aside, so that a person sees what it would change before it does.
///
/// The tool runs twice then: here, where its shell only tries, and later, where its shell keeps
/// what was tried instead of doing it again.
record ShellRehearsal(OsShells shells, Hosts hosts) implements Rehearsal {

    private static final String TOOL = "bash";

    /// How much of a diff a person is shown.
    private static final int MOST_BYTES = 20 * 1024;

    @Override
    public Optional<String> of(Prepared<?> call) throws IOException, InterruptedException {
        boolean onlyRuns =
                call.touches().stream().allMatch(it -> it.capability() == Capability.SHELL_RUN);
        if (!call.toolId().equals(TOOL) || !onlyRuns) {
            return Optional.empty();
        }
        shells.rehearse(call.callId());
        try {
            perform(call);
        } catch (HostException _) {
            // It cannot be tried out, or says why when it is run.
        }
        Optional<OsShells.Rehearsed> rehearsed = shells.rehearsed(call.callId());
        try {
            return rehearsed.isPresent() ? Optional.of(told(rehearsed.get())) : Optional.empty();
        } catch (HostException e) {
            // Somebody changed a file meanwhile; keeping it will be a conflict.
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void drop(Prepared<?> call) throws IOException {
        shells.forget(call.callId());
    }

    private <P extends Record> void perform(Prepared<P> call)
            throws IOException, InterruptedException {
        Hosts.CallHost host = hosts.open(call, _ -> {});
        try {
            call.tool().run(call.params(), host);
        } finally {
            host.revoke();
            host.closeSidecar(false);
        }
    }

    private static String told(OsShells.Rehearsed rehearsed) throws IOException {
        String outcome =
                switch (rehearsed.ended().cause()) {
                    case ITSELF, GOES_ON ->
                            "Tried out, it ended with exit code %d"
                                    .formatted(rehearsed.ended().exitCode());
                    case TIMEOUT -> "Tried out, it did not end in time";
                };
        Draft draft = rehearsed.draft();
        return draft.isEmpty()
                ? outcome + " and changed no files.\n" + printed(rehearsed.ended())
                : outcome
                        + " and would change:\n"
                        + ChangeView.head(draft.changes(), MOST_BYTES)
                        + unkept(draft);
    }

    private static String unkept(Draft draft) {
        List<String> lost = Stream.of(draft.refused(), draft.odd()).flatMap(List::stream).toList();
        return lost.isEmpty() ? "" : "Not kept in any case: " + PathNames.of(lost) + "\n";
    }

    private static String printed(Shell.Ended ended) {
        return Head.of(ended.printed().output(), MOST_BYTES / 10);
    }
}
