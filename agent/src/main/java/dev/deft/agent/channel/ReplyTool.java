package dev.deft.agent.channel;

import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import dev.deft.output.TerminalText;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Answers on a channel. For an agent whose own text nobody sees, it is the only way to speak.
public final class ReplyTool implements Tool<ReplyTool.Params> {

    private static final int SHOWN = 80;

    private final BoundChannels channels;

    /// @param channels tells which addresses are webhooks
    public ReplyTool(BoundChannels channels) {
        this.channels = channels;
    }

    public record Params(
            @Doc("What to say") @Bounds(min = 1, max = OutgoingMessage.MAX_CONTENT) String text,
            @Doc("Where to: the channel that the message came from, or console")
                    @Bounds(min = 1, max = 1_000)
                    String channelId,
            @Doc("The message that this answers") Optional<String> replyTo) {}

    /// Where the reply went.
    ///
    /// @param status `sent`; for a session `queued` or `stored`
    public record Data(String channelId, String status, Optional<String> replyTo) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("reply", Params.class, ToolCategory.SYSTEM, ToolKind.OTHER)
                .requiring(ChannelAddress.REQUIRED);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return ChannelAddress.touches(params.channelId(), channels, files);
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        Channel.Sent sent =
                host.handle(Channels.class)
                        .send(params.channelId(), params.text(), params.replyTo(), host.net());
        String to = TerminalText.line(params.channelId(), SHOWN);
        return ToolResult.output(
                new Data(
                        params.channelId(), sent.name().toLowerCase(Locale.ROOT), params.replyTo()),
                MessageTool.text(sent, to),
                "Reply to " + to);
    }
}
