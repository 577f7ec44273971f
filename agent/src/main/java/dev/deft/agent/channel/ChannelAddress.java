package dev.deft.agent.channel;

import dev.deft.agent.config.ChannelSettings;
import dev.deft.host.HttpUrl;
import dev.deft.host.WorkspaceFiles;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An address: the name of a channel and, after a colon, what only the channel understands.
///
/// @param to all of it
record ChannelAddress(String to, String channel, String rest) {

    /// What sending requires: the hosts of webhooks, and channels, so that rules may name them.
    static final RequirementSet REQUIRED =
            RequirementSet.fetching("**")
                    .plus(
                            new RequirementSet(
                                    List.of(),
                                    List.of(),
                                    List.of(),
                                    List.of(),
                                    List.of("channels")));

    /// The kind of address that names a webhook of the settings.
    static final String WEBHOOK = "webhook";

    /// The kind of address that names a program of the settings.
    static final String COMMAND = "command";

    static ChannelAddress of(String to) {
        String plain = to.strip();
        int colon = plain.indexOf(':');
        return colon < 0
                ? new ChannelAddress(plain, plain, "")
                : new ChannelAddress(plain, plain.substring(0, colon), plain.substring(colon + 1));
    }

    /// The channel of the settings that it names: `webhook:NAME`, `command:NAME` or `NAME:ADDRESS`.
    Optional<Bound> in(Map<String, ChannelSettings> settings) {
        boolean kind = channel.equals(WEBHOOK) || channel.equals(COMMAND);
        ChannelAddress inner = kind ? of(rest) : this;
        Optional<ChannelSettings> found = Optional.ofNullable(settings.get(inner.channel));
        return found.filter(it -> !kind || it.kind().equals(channel))
                .map(it -> new Bound(inner.channel, inner.rest, it));
    }

    /// A channel of the settings with an address.
    record Bound(String name, String address, ChannelSettings settings) {}

    /// The touches of a message to this address: its name, and the host of a webhook. The rules
    /// decide by both.
    ///
    /// @throws IOException if the settings cannot be read
    static List<Touch> touches(String to, BoundChannels channels, WorkspaceFiles files)
            throws IOException {
        ChannelAddress address = of(to);
        List<Touch> touches = new ArrayList<>();
        touches.add(Touch.naming(address.to()));
        Optional<Bound> bound = address.in(channels.read());
        if (bound.isPresent() && bound.get().settings() instanceof ChannelSettings.Webhook hook) {
            touches.add(Touch.fetching(HttpUrl.parse(hook.url()).hostAndPort()));
        }
        return touches;
    }
}
