package dev.deft.acp;

import dev.deft.engine.files.EditorFiles.TextChange;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcPeer;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Asks the user in the editor: for permissions, and by forms where the client has them.
final class ClientApprover implements Approver {

    /// People take their time; a cancelled turn ends the wait.
    private static final Duration LONGEST_WAIT = Duration.ofDays(30);

    private static final String ONCE = "allow-once";
    private static final String SESSION = "allow-session";
    private static final String PROJECT = "allow-project";
    private static final String REJECT = "reject-once";
    private static final String NEVER = "reject-session";

    private final RpcPeer client;
    private final ClientCapabilities offered;
    private final AcpSession session;

    ClientApprover(RpcPeer client, ClientCapabilities offered, AcpSession session) {
        this.client = client;
        this.offered = offered;
        this.session = session;
    }

    @Override
    public boolean present() {
        return session.mayAsk();
    }

    @Override
    public Approval approve(Request request) throws IOException, InterruptedException {
        String chosen = chosen(ask(request));
        return switch (chosen) {
            case ONCE -> started(request, Approval.ONCE);
            case SESSION -> started(request, Approval.SESSION);
            case PROJECT -> started(request, Approval.PROJECT);
            case NEVER -> {
                session.deny(request.rules());
                yield Approval.REJECT;
            }
            default -> Approval.REJECT;
        };
    }

    private Approval started(Request request, Approval answer) {
        session.callApproved(request.callId());
        return answer;
    }

    private Json ask(Request request) throws IOException, InterruptedException {
        Json.Obj params =
                Json.Obj.EMPTY
                        .with("sessionId", session.id())
                        .with("toolCall", call(request))
                        .with("options", new Json.Arr(options(request.rules())));
        try {
            return client.request("session/request_permission", params, LONGEST_WAIT);
        } catch (RpcException e) {
            throw new IOException("the editor did not ask the user: " + e.getMessage(), e);
        }
    }

    private Json.Obj call(Request request) {
        ToolCallView view = session.calls();
        List<Json> content = new ArrayList<>();
        List<TextChange> changes = session.files().takePlanned(request.callId());
        changes.forEach(it -> content.add(ToolCallView.diff(it)));
        if (content.isEmpty() && request.preview().isPresent()) {
            content.add(text(ContentBlocks.fenced(request.preview().get())));
        }
        content.add(text(String.join("\n", request.reasons())));
        Json.Obj call =
                Json.Obj.EMPTY
                        .with("toolCallId", session.wireId(request.callId()))
                        .with("status", "pending")
                        .withAll(view.begun(request.tool(), request.arguments()))
                        .with("content", new Json.Arr(content));
        String title =
                request.from().map(it -> it + ": ").orElse("") + call.text("title").orElse("");
        Json.Obj titled = call.with("title", ToolCallView.title(title));
        return changes.isEmpty()
                ? titled
                : titled.with("locations", new Json.Arr(CallLocations.changed(changes)));
    }

    private static Json text(String text) {
        return ContentBlocks.ofCall(ContentBlocks.text(text));
    }

    /// An answer that lasts shows the rules that it adds. Where no rule can be added, none is
    /// offered.
    private static List<Json> options(List<String> rules) {
        List<Json> all = new ArrayList<>();
        all.add(option(ONCE, "Allow once", "allow_once"));
        if (!rules.isEmpty()) {
            String what = String.join("; ", rules);
            all.add(option(SESSION, "For this session: " + what, "allow_always"));
            all.add(option(PROJECT, "In this project, always: " + what, "allow_always"));
        }
        all.add(option(REJECT, "Reject", "reject_once"));
        if (!rules.isEmpty()) {
            String not =
                    String.join(
                            "; ",
                            rules.stream().map(it -> it.replaceFirst("^\\S+", "deny")).toList());
            all.add(option(NEVER, "Reject for this session: " + not, "reject_always"));
        }
        return all;
    }

    private static Json option(String id, String name, String kind) {
        return Json.Obj.EMPTY
                .with("optionId", id)
                .with("name", TerminalText.read(name))
                .with("kind", kind);
    }

    /// The id of the chosen option; a rejection for everything else.
    private static String chosen(Json answer) {
        Json outcome =
                answer instanceof Json.Obj object
                        ? object.find("outcome").orElse(Json.Null.VALUE)
                        : Json.Null.VALUE;
        if (!(outcome instanceof Json.Obj fields)) {
            return REJECT;
        }
        return fields.text("outcome").equals(Optional.of("selected"))
                ? fields.text("optionId").orElse(REJECT)
                : REJECT;
    }

    @Override
    public List<List<String>> answer(String callId, List<Question> questions)
            throws IOException, InterruptedException {
        if (!offered.forms() || !session.mayAsk()) {
            throw new HostException(ErrorCode.REFUSED, HEADLESS_ANSWER);
        }
        Json.Obj params =
                AcpQuestionForm.of(questions)
                        .with("sessionId", session.id())
                        .with("toolCallId", session.wireId(callId));
        try {
            return AcpQuestionForm.answers(
                    questions, client.request("elicitation/create", params, LONGEST_WAIT));
        } catch (RpcException e) {
            throw new HostException(
                    ErrorCode.REFUSED,
                    "The editor could not ask the user: %s Go on with your best judgement and say what you assumed."
                            .formatted(AcpErrors.oneLine(e.error().message())));
        }
    }
}
