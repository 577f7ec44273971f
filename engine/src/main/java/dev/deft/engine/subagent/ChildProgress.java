package dev.deft.engine.subagent;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.session.CallTitle;
import dev.deft.host.Progress;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import java.util.Optional;
import java.util.function.Consumer;

/// Shows the events of a sub-agent as progress of the call that started it: the call it makes now,
/// or the last line of its text.
public final class ChildProgress implements Consumer<RunEvent> {

    private static final int WIDEST = 100;

    private final Progress progress;
    private final Json.Obj metadata;
    private final StringBuilder line = new StringBuilder();
    private volatile String doing = "";

    /// @param session of the sub-agent
    /// @param agent its name
    public ChildProgress(Progress progress, String session, String agent) {
        this.progress = progress;
        this.metadata = Json.Obj.EMPTY.with("session_id", session).with("agent", agent);
    }

    /// What it does now, in one line.
    public String doing() {
        return doing;
    }

    @Override
    public void accept(RunEvent event) {
        switch (event) {
            case RunEvent.Session _ -> show("started");
            case RunEvent.ToolCall it -> show(CallTitle.of(it.tool(), it.arguments()));
            case RunEvent.ToolProgress it -> it.title().ifPresent(this::show);
            case RunEvent.Text(String delta) -> text(delta);
            case RunEvent.ApprovalRequested it ->
                    show("waits for approval: " + it.request().tool());
            case RunEvent.QuestionsAsked _ -> show("asks a question");
            case RunEvent.Retry it -> show(it.why());
            case RunEvent.Attached(RunOutcome.Attachment it) -> show("picture: " + it.path());
            case RunEvent.Ended _ -> text("\n");
            case RunEvent.Reasoning _,
                    RunEvent.ToolResult _,
                    RunEvent.TokenUsage _,
                    RunEvent.Compacted _,
                    RunEvent.Message _,
                    RunEvent.Warning _ -> {}
        }
    }

    /// Shows each line when it is complete.
    private void text(String delta) {
        for (int i = 0; i < delta.length(); i++) {
            char c = delta.charAt(i);
            if (c != '\n') {
                line.append(c);
            } else if (!line.toString().isBlank()) {
                show(line.toString());
                line.setLength(0);
            }
        }
    }

    private void show(String text) {
        String shown = TerminalText.line(text, WIDEST);
        if (!shown.isEmpty() && !shown.equals(doing)) {
            doing = shown;
            progress.update(new Progress.Update(Optional.empty(), Optional.of(shown), metadata));
        }
    }
}
