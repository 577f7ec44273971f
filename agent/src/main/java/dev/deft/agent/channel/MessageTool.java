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
import java.util.Map;
import java.util.Optional;

/// Sends a message over a channel.
public final class MessageTool implements Tool<MessageTool.Params> {

    private static final int SHOWN = 80;

    private final BoundChannels channels;

    /// @param channels tells which addresses are webhooks
    public MessageTool(BoundChannels channels) {
        this.channels = channels;
    }

    public record Params(
            @Doc("Where to: a channel, and after a colon the address it understands")
                    @Bounds(min = 1, max = 1_000)
                    String to,
            @Doc("The text") @Bounds(min = 1, max = OutgoingMessage.MAX_CONTENT) String content) {}

    /// Where the message went.
    ///
    /// @param status `sent`; for a session `queued` or `stored`
    public record Data(String to, String status) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        "message",
                        Params.class,
                        ToolCategory.SYSTEM,
                        ToolKind.OTHER,
                        Map.of("longest", OutgoingMessage.MAX_CONTENT))
                .requiring(ChannelAddress.REQUIRED);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return ChannelAddress.touches(params.to(), channels, files);
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        Channel.Sent sent =
                host.handle(Channels.class)
                        .send(params.to(), params.content(), Optional.empty(), host.net());
        String status = sent.name().toLowerCase(Locale.ROOT);
        String to = TerminalText.line(params.to(), SHOWN);
        return ToolResult.output(new Data(params.to(), status), text(sent, to), "Message to " + to);
    }

    static String text(Channel.Sent sent, String to) {
        return switch (sent) {
            case SENT -> "Sent to %s.".formatted(to);
            case QUEUED -> "%s reads it after its current run.".formatted(to);
            case STORED -> "Stored; %s reads it in its next run.".formatted(to);
        };
    }
}
