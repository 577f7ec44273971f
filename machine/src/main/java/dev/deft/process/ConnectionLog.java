package dev.deft.process;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.proxy.ConnectionListener;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.Locale;

/// Logs the network connections of a session's commands, one JSON object per line.
///
/// The file is created with the first connection.
public final class ConnectionLog implements ConnectionListener {

    private static final String NAME = "network.jsonl";

    private final StatePaths state;
    private final String session;
    private final InstantSource clock;

    public ConnectionLog(StatePaths state, String session, InstantSource clock) {
        this.state = state;
        this.session = session;
        this.clock = clock;
    }

    @Override
    public synchronized void onConnection(Connection connection) throws IOException {
        Json.Obj line =
                Json.Obj.EMPTY
                        .with("ts", new Json.Str(clock.instant().toString()))
                        .with("host", new Json.Str(connection.host()))
                        .with("port", Json.Num.of(connection.port()))
                        .with(
                                "outcome",
                                new Json.Str(connection.outcome().name().toLowerCase(Locale.ROOT)))
                        .with("detail", new Json.Str(connection.detail()))
                        .with("sent", Json.Num.of(connection.sent()))
                        .with("received", Json.Num.of(connection.received()));
        Path directory = state.createDirectory(state.session(session));
        Files.writeString(
                directory.resolve(NAME),
                JsonText.write(line) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
