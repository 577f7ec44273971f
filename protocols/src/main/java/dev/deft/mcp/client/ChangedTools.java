package dev.deft.mcp.client;

import dev.deft.host.ErrorCode;
import dev.deft.output.TerminalText;
import dev.deft.run.Approval;
import dev.deft.run.Gate;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Asks before a tool is used whose description or schema is not the one that was approved: a
/// server may show something harmless first.
public final class ChangedTools implements Gate {

    private static final int LONGEST = 2_000;

    @Override
    public String name() {
        return "mcp";
    }

    @Override
    public Verdict judge(PreparedCall<?> call) {
        if (!(call.tool() instanceof McpTool tool)) {
            return new Verdict.Allow("This is no tool of an MCP server.");
        }
        try {
            return tool.isChanged()
                    ? new Verdict.Ask(question(tool), List.of(), new Store(tool))
                    : new Verdict.Allow("The tool is the one that was approved.");
        } catch (IOException e) {
            return new Verdict.Deny(ErrorCode.PERMISSION_DENIED, String.valueOf(e.getMessage()));
        }
    }

    private static String question(McpTool tool) {
        return "The MCP server %s has changed the tool %s since it was approved. It now says: %s"
                .formatted(
                        tool.server(),
                        tool.listed().name(),
                        TerminalText.decide(
                                TerminalText.cut(tool.listed().description(), LONGEST)));
    }

    private record Store(McpTool tool) implements Verdict.AnswerStore {

        /// Rules that the user writes are about something else, which another gate asks.
        @Override
        public Optional<String> objection(Approval answer) {
            return Optional.empty();
        }

        @Override
        public void store(Approval answer) throws IOException {
            switch (answer.kind()) {
                case ONCE, SESSION, PROJECT -> tool.approve();
                case REJECT -> {}
            }
        }
    }
}
