package dev.deft.agent.channel;

import dev.deft.agent.config.ChannelSettings;
import java.io.IOException;
import java.util.Map;

/// The channels that the user bound to webhooks and programs.
@FunctionalInterface
public interface BoundChannels {

    /// Reads them, by name.
    ///
    /// @throws IOException if the settings are wrong
    Map<String, ChannelSettings> read() throws IOException;
}
