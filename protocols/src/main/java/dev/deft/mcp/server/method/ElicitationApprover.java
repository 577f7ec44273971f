package dev.deft.mcp.server.method;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.mcp.server.feature.McpCaller;
import dev.deft.mcp.server.feature.McpCallers;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Asks the user of the client that made a call. A client without forms cannot be asked, so what
/// the rules leave open is denied.
///
/// @param callers finds the client
record ElicitationApprover(McpCallers callers) implements Approver {

    @Override
    public boolean present() {
        return callers.current().filter(it -> it.supports("elicitation")).isPresent();
    }

    @Override
    public boolean servesMany() {
        return true;
    }

    @Override
    public Approval approve(Request request) throws IOException, InterruptedException {
        Optional<McpCaller> caller = caller(request.callId());
        if (caller.isEmpty()) {
            return Approval.REJECT;
        }
        return ApprovalForm.read(
                caller.get().ask(unguessable("approval"), ApprovalForm.of(request)));
    }

    @Override
    public List<List<String>> answer(String callId, List<Question> questions)
            throws IOException, InterruptedException {
        Optional<McpCaller> caller = caller(callId).filter(it -> it.supports("elicitation"));
        if (caller.isEmpty()) {
            throw new HostException(ErrorCode.REFUSED, HEADLESS_ANSWER);
        }
        Json.Obj answered =
                caller.get().ask(unguessable("questions"), AcpQuestionForm.of(questions));
        return AcpQuestionForm.read(questions, answered);
    }

    private Optional<McpCaller> caller(String callId) {
        return callers.find(callId).or(callers::current);
    }

    /// A client cannot answer before it was asked.
    private static String unguessable(String name) {
        return name + "_" + UUID.randomUUID();
    }
}
