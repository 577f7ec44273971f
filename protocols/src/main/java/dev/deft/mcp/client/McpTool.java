package dev.deft.mcp.client;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.mcp.client.session.McpSession;
import dev.deft.output.TerminalText;
import dev.deft.policy.ServerPermissions;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcTimeoutException;
import dev.deft.run.Approval;
import dev.deft.run.Gate;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import dev.deft.tool.Description;
import dev.deft.tool.Raw;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A tool of a server. Its arguments reach the server as the model wrote them; the server validates
/// them, and what it says about them is the result.
final class McpTool implements Tool<Raw>, Gate {

    /// Between our timeout and that of the call, so that the server is told.
    private static final Duration MARGIN = Duration.ofMillis(250);

    /// How long a call that may be repeated waits for a server that was lost.
    private static final Duration RECONNECTING = Duration.ofSeconds(8);

    /// The error of servers that need the user to visit an address first.
    private static final int URL_NEEDED = -32042;

    private static final int LONGEST_ERROR = 4_000;

    private final ServerSupervisor supervisor;
    private final ListedTool listed;
    private final ApprovedTools approved;
    private final ToolSpec<Raw> spec;

    /// @param id the name for models
    /// @param description as the dialect shows it
    McpTool(
            ServerSupervisor supervisor,
            ListedTool listed,
            ApprovedTools approved,
            String id,
            String description) {
        this.supervisor = supervisor;
        this.listed = listed;
        this.approved = approved;
        this.spec =
                new ToolSpec<>(
                        id,
                        new Description.Text(description),
                        Raw.class,
                        Optional.of(listed.schema()),
                        new RequirementSet(
                                List.of(), List.of(), List.of(), List.of(), List.of(permission())),
                        ToolCategory.MCP,
                        listed.hints().readOnly() ? ToolKind.READ : ToolKind.OTHER,
                        limits(supervisor),
                        false);
    }

    private static Limits limits(ServerSupervisor supervisor) {
        OptionalInt millis = supervisor.server().timeoutMillis();
        return millis.isEmpty()
                ? Limits.DEFAULT
                : new Limits(
                        Limits.DEFAULT.outputBytes(),
                        Limits.DEFAULT.items(),
                        Duration.ofMillis(millis.getAsInt()));
    }

    private String permission() {
        return ServerPermissions.of(supervisor.name(), listed.name());
    }

    @Override
    public ToolSpec<Raw> spec() {
        return spec;
    }

    @Override
    public String name() {
        return "mcp";
    }

    /// Asks before a tool is used whose description or schema is not the one that was approved: a
    /// server may show something harmless first.
    @Override
    public Verdict judge(PreparedCall<?> call) {
        try {
            Optional<String> known = approved.find(supervisor.name(), listed.name());
            return known.isEmpty() || known.get().equals(listed.fingerprint())
                    ? new Verdict.Allow("The tool is as it was when it was first used.")
                    : new Verdict.Ask(change(), List.of(), new NewForm());
        } catch (IOException e) {
            return new Verdict.Deny(ErrorCode.PERMISSION_DENIED, String.valueOf(e.getMessage()));
        }
    }

    private String change() {
        return "The MCP server %s has changed the tool %s since it was approved. It now says: %s"
                .formatted(
                        supervisor.name(),
                        listed.name(),
                        TerminalText.decide(TerminalText.cut(listed.description(), LONGEST_ERROR)));
    }

    private void approve() throws IOException {
        approved.approve(supervisor.name(), listed.name(), listed.fingerprint());
    }

    /// Remembers the new form of the tool, however long the answer of the user holds.
    private final class NewForm implements Verdict.AnswerStore {

        /// Rules that the user writes are about something else, which another gate asks.
        @Override
        public Optional<String> objection(Approval answer) {
            return Optional.empty();
        }

        @Override
        public void store(Approval answer) throws IOException {
            approve();
        }
    }

    @Override
    public ToolResult run(Raw params, Host host) throws IOException, InterruptedException {
        if (approved.find(supervisor.name(), listed.name()).isEmpty()) {
            approve();
        }
        McpSession session = supervisor.session(host.limits().timeout());
        try {
            return call(session, listed, params, host);
        } catch (RpcTimeoutException _) {
            return ToolResult.failure(
                    ErrorCode.TIMEOUT,
                    "The MCP server %s did not answer within %d s; it was told to stop."
                            .formatted(supervisor.name(), host.limits().timeout().toSeconds()));
        } catch (RpcException e) {
            return refused(session, e, params, host);
        } catch (IOException e) {
            supervisor.lost(session);
            return again(session, e, params, host);
        }
    }

    private ToolResult call(McpSession session, ListedTool form, Raw params, Host host)
            throws RpcException, IOException, InterruptedException {
        var running = new OpenServerCall(supervisor.inputs(), host);
        Json.Obj request =
                Json.Obj.EMPTY.with("name", form.name()).with("arguments", params.arguments());
        Duration timeout = host.limits().timeout();
        Json.Obj result =
                session.request(
                        "tools/call",
                        running.withToken(request),
                        form.headers().headers(params.arguments()),
                        timeout.compareTo(MARGIN.multipliedBy(2)) > 0
                                ? timeout.minus(MARGIN)
                                : timeout,
                        running);
        return CallContent.of(supervisor.name(), form, result);
    }

    /// A server that wants other headers has another form of the tool, which it lists.
    private ToolResult refused(McpSession session, RpcException e, Raw params, Host host)
            throws IOException, InterruptedException {
        if (!McpSession.isHeaderMismatch(e)) {
            return refusal(e.error());
        }
        try {
            Optional<ListedTool> now = supervisor.refreshed(session, listed.name());
            return now.isPresent()
                            && now.get().description().equals(listed.description())
                            && !now.get().headers().equals(listed.headers())
                    ? call(session, now.get(), params, host)
                    : refusal(e.error());
        } catch (RpcException second) {
            return refusal(second.error());
        }
    }

    private ToolResult refusal(RpcError error) {
        String said = TerminalText.cut(TerminalText.read(error.message()), LONGEST_ERROR);
        String more = error.code() == URL_NEEDED ? " " + UrlNeeded.text(error) : "";
        return ToolResult.failure(
                ErrorCode.REFUSED, "%s says: %s%s".formatted(supervisor.name(), said, more));
    }

    /// A call is repeated only where the server says that this changes nothing.
    private ToolResult again(McpSession lost, IOException why, Raw params, Host host)
            throws IOException, InterruptedException {
        if (listed.hints().idempotent()) {
            Optional<McpSession> next = supervisor.nextSession(lost, RECONNECTING);
            if (next.isPresent()) {
                try {
                    return call(next.get(), listed, params, host);
                } catch (RpcException e) {
                    return refusal(e.error());
                } catch (IOException _) {
                    return gone(why);
                }
            }
        }
        return gone(why);
    }

    private ToolResult gone(IOException why) {
        return ToolResult.failure(
                ErrorCode.UNAVAILABLE,
                "The MCP server %s was lost during the call, whose effects are unknown: %s"
                        .formatted(
                                supervisor.name(),
                                TerminalText.line(
                                        String.valueOf(why.getMessage()), LONGEST_ERROR)));
    }
}
