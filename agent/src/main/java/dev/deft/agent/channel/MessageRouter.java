package dev.deft.agent.channel;

import dev.deft.agent.config.ChannelSettings;
import dev.deft.codec.JsonText;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Network;
import dev.deft.host.WaitableClock;
import dev.deft.output.TerminalText;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/// Finds the channel of an address and sends the message there.
///
/// @param own the channels of the session, by name; no setting can replace one
/// @param bound those of the user
/// @param environment has the secrets of webhooks
/// @param from the session, such as `session:demo`
public record MessageRouter(
        Map<String, Channel> own,
        BoundChannels bound,
        ChannelProgram programs,
        Map<String, String> environment,
        WaitableClock clock,
        String from)
        implements Channels {

    private static final int SHOWN = 80;

    public MessageRouter {
        own = Collections.unmodifiableMap(new LinkedHashMap<>(own));
        environment = Map.copyOf(environment);
    }

    @Override
    public Channel.Sent send(String to, String content, Optional<String> replyTo, Network network)
            throws IOException, InterruptedException {
        ChannelAddress address = ChannelAddress.of(to);
        Optional<Channel> ours = Optional.ofNullable(own.get(address.channel()));
        if (ours.isPresent()) {
            return ours.get().send(message(address, address.rest(), content, replyTo), network);
        }
        Map<String, ChannelSettings> settings = bound.read();
        ChannelAddress.Bound found =
                address.in(settings).orElseThrow(() -> unknown(address, settings.keySet()));
        return channel(found).send(message(address, found.address(), content, replyTo), network);
    }

    private OutgoingMessage message(
            ChannelAddress to, String address, String content, Optional<String> replyTo) {
        return new OutgoingMessage(
                "msg_" + UUID.randomUUID(),
                to.to(),
                to.channel(),
                address,
                content,
                from,
                replyTo,
                clock.instant());
    }

    private Channel channel(ChannelAddress.Bound bound) throws HostException {
        return switch (bound.settings()) {
            case ChannelSettings.Webhook hook ->
                    new WebhookChannel(bound.name(), hook.url(), secret(bound.name(), hook), clock);
            case ChannelSettings.Program program ->
                    (message, _) -> run(bound.name(), program, message);
        };
    }

    private Optional<String> secret(String name, ChannelSettings.Webhook hook)
            throws HostException {
        if (hook.secretVariable().isEmpty()) {
            return Optional.empty();
        }
        String variable = hook.secretVariable().get();
        String secret = environment.getOrDefault(variable, "");
        if (secret.isEmpty()) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "The channel %s signs its messages with the environment variable %s, which is not set; nothing was sent."
                            .formatted(name, variable));
        }
        return Optional.of(secret);
    }

    private Channel.Sent run(String name, ChannelSettings.Program program, OutgoingMessage message)
            throws IOException, InterruptedException {
        try {
            programs.run(program.command(), JsonText.write(message.json()) + "\n");
        } catch (HostException e) {
            throw e;
        } catch (IOException e) {
            throw new HostException(
                    ErrorCode.IO_ERROR,
                    "The program of the channel %s %s; the message may not have arrived."
                            .formatted(name, e.getMessage()));
        }
        return Channel.Sent.SENT;
    }

    private HostException unknown(ChannelAddress address, Set<String> configured) {
        Set<String> known = new TreeSet<>(own.keySet());
        known.addAll(configured);
        return new HostException(
                ErrorCode.NOT_FOUND,
                "There is no channel \"%s\"; the channels are %s. The user binds others to a webhook or a program under channels in their own agent.json."
                        .formatted(
                                TerminalText.line(address.to(), SHOWN), String.join(", ", known)));
    }
}
