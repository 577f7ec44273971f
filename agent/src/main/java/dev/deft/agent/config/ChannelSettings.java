package dev.deft.agent.config;

import java.util.List;
import java.util.Optional;

/// What the name of a channel is bound to.
public sealed interface ChannelSettings {

    /// The kind, as in the address `webhook:NAME`.
    String kind();

    /// A webhook.
    ///
    /// @param secretVariable the environment variable with the secret that signs messages
    record Webhook(String url, Optional<String> secretVariable) implements ChannelSettings {

        @Override
        public String kind() {
            return "webhook";
        }
    }

    /// A program that gets each message on its standard input.
    record Program(List<String> command) implements ChannelSettings {

        public Program {
            command = List.copyOf(command);
        }

        @Override
        public String kind() {
            return "command";
        }
    }
}
