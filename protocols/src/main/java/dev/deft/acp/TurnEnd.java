package dev.deft.acp;

import dev.deft.agent.command.CommandException;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.engine.Session;
import dev.deft.json.Json;
import dev.deft.rpc.RpcException;
import dev.deft.run.Approver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs one turn, and says how it ended.
record TurnEnd(AcpSession owner, Session session, Turn turn) {

    static final Json.Obj CANCELLED = stopped("cancelled");

    private static Json.Obj stopped(String reason) {
        return Json.Obj.EMPTY.with("stopReason", reason);
    }

    Json after(PromptContent prompt, PromptCommands commands, Approver approver, TurnView view)
            throws RpcException, IOException, InterruptedException {
        PromptContent meant;
        try {
            Optional<List<Part>> expanded =
                    commands.expanded(prompt.text().strip(), session.agent(), approver);
            meant = expanded.map(prompt::saying).orElse(prompt);
        } catch (CommandException e) {
            throw AcpErrors.failed(String.valueOf(e.getMessage()));
        }
        session.attach(directories(meant.attached()));
        RunOutcome outcome = session.run(new Message.User(meant.parts()), view);
        boolean interrupted = Thread.interrupted();
        if (turn.isCancelled() || interrupted || outcome.status() == RunOutcome.Status.ABORTED) {
            session.interrupt();
            return CANCELLED;
        }
        owner.tellChanges();
        return stopped(reason(outcome));
    }

    /// The directories of files that exist.
    private static List<Path> directories(List<Path> attached) {
        List<Path> all = new ArrayList<>();
        for (Path it : attached) {
            Path parent = Files.isDirectory(it) ? it : it.getParent();
            if (parent != null && Files.exists(it) && !all.contains(parent)) {
                all.add(parent);
            }
        }
        return all;
    }

    private String reason(RunOutcome outcome) throws RpcException, IOException {
        Optional<Answer.Stop> stop = owner.lastAnswer().map(it -> it.stop());
        return switch (outcome.status()) {
            case DONE, DENIED, RESTART -> "end_turn";
            case ABORTED -> "cancelled";
            case LIMIT -> {
                owner.notice("warning", outcome.error().orElse(""));
                yield stop.equals(Optional.of(Answer.Stop.LENGTH))
                        ? "max_tokens"
                        : "max_turn_requests";
            }
            case FAILED -> {
                if (stop.equals(Optional.of(Answer.Stop.REFUSED))) {
                    yield "refusal";
                }
                throw AcpErrors.failed(outcome.error().orElse("The model gave no answer."));
            }
        };
    }
}
