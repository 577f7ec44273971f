package dev.deft.engine;

import dev.deft.agent.channel.Channel;
import dev.deft.agent.channel.ChannelProgram;
import dev.deft.agent.channel.Channels;
import dev.deft.agent.channel.MessageRouter;
import dev.deft.agent.channel.OutgoingMessage;
import dev.deft.agent.config.ChannelSettings;
import dev.deft.agent.config.Configuration;
import dev.deft.agent.model.Part;
import dev.deft.agent.schedule.ScheduledJob;
import dev.deft.agent.schedule.StoredJob;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.tool.Delivery;
import dev.deft.agent.session.tool.Outbox;
import dev.deft.engine.session.SessionHandles;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.WaitableClock;
import dev.deft.process.filter.FilterProgram;
import dev.deft.sandbox.HostPrograms;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The channels of a session: the console, other sessions, the makers of jobs, and what the user
/// bound.
///
/// @param session its id
/// @param console shows a text to the user
record SessionChannels(
        EngineParts engine, SharedRoot shared, String session, Consumer<String> console) {

    /// How long a program of the user may take for a message.
    static final Duration PROGRAM_TIMEOUT = Duration.ofSeconds(20);

    /// The channels that the user bound; they are the same in every workspace.
    static Map<String, ChannelSettings> bound(Map<String, String> environment) throws IOException {
        return Configuration.ofUser(environment).settings().channels();
    }

    Channels open(SessionHandles.OpenCall call) {
        Map<String, Channel> own = new LinkedHashMap<>();
        own.put("console", (message, _) -> show(message));
        own.put(Entry.User.FROM_USER, (message, _) -> show(message));
        own.put("session", (message, _) -> toSession(message.address(), message));
        own.put(ScheduledJob.SOURCE, (message, _) -> toMaker(message));
        var router =
                new MessageRouter(
                        own,
                        () -> bound(engine.environment()),
                        programs(),
                        engine.environment(),
                        WaitableClock.of(engine.clock()),
                        source());
        return (to, content, replyTo, network) -> {
            call.lifetime().checkEffect();
            return router.send(to, content, replyTo, network);
        };
    }

    private String source() {
        return "session:" + session;
    }

    private Channel.Sent show(OutgoingMessage message) {
        console.accept(message.content());
        return Channel.Sent.SENT;
    }

    private Channel.Sent toSession(String id, OutgoingMessage message) throws IOException {
        if (!SessionId.isValid(id)) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "A session is addressed as session:<id>; sessions_list shows the ids.");
        }
        List<Part> parts = List.of(new Part.Text(message.content()));
        try {
            Delivery delivery =
                    new Outbox(shared.store(), shared.sessions(), engine.clock())
                            .deliver(new SessionId(id), new Entry.User(parts, source()));
            return switch (delivery) {
                case QUEUED -> Channel.Sent.QUEUED;
                case STORED -> Channel.Sent.STORED;
            };
        } catch (NoSuchSessionException e) {
            throw new HostException(ErrorCode.NOT_FOUND, String.valueOf(e.getMessage()));
        }
    }

    /// A message to a job goes to the session that made it, or to the user if there is none, or if
    /// it is this one.
    private Channel.Sent toMaker(OutgoingMessage message) throws IOException {
        Optional<StoredJob> job =
                shared.schedules().jobs().stream()
                        .filter(it -> it.id().equals(message.address()))
                        .findFirst();
        if (job.isEmpty()) {
            throw new HostException(
                    ErrorCode.NOT_FOUND,
                    "There is no job of that name; `cron` with the action list shows the jobs there"
                            + " are.");
        }
        Optional<String> maker = job.get().trusted().flatMap(ScheduledJob::session);
        return maker.isEmpty() || maker.get().equals(session)
                ? show(message)
                : toSession(maker.get(), message);
    }

    private ChannelProgram programs() {
        return (command, input) -> {
            String _ =
                    new FilterProgram(
                                    resolved(command),
                                    shared.root(),
                                    Watchdogs.withoutSecrets(engine.environment()),
                                    PROGRAM_TIMEOUT)
                            .answer(input);
        };
    }

    /// A program of the workspace must not slip in by a relative path.
    private List<String> resolved(List<String> command) throws HostException {
        String program = command.isEmpty() ? "" : command.getFirst();
        boolean relative = program.indexOf('/') >= 0 && !Path.of(program).isAbsolute();
        if (program.isEmpty() || relative) {
            throw new HostException(
                    ErrorCode.REFUSED,
                    "The program of a channel is an absolute path or a plain name; correct channels"
                            + " in your own agent.json.");
        }
        return Watchdogs.resolved(command, new HostPrograms(shared.root(), engine.environment()));
    }
}
