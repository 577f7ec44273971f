package dev.deft.postgres.chaos;

import dev.deft.engine.Engine;
import dev.deft.postgres.PostgresStore;
import dev.deft.postgres.TestStores;
import dev.deft.postgres.connection.PostgresAddress;
import dev.deft.server.DeftServer;
import dev.deft.server.DeftServerBuilder;
import dev.deft.server.store.ServedWorkspace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A server in a process of its own, to be killed: `ADDRESS NAME ROOT HOME`. Says its port when it
/// is ready.
final class ChaosServer {

    private ChaosServer() {}

    public static void main(String[] arguments) throws Exception {
        var served = new ServedWorkspace("w", Path.of(arguments[2]).toRealPath());
        PostgresStore store =
                PostgresStore.open(
                        PostgresAddress.parse(arguments[0], Map.of()),
                        arguments[1],
                        TestStores.TIMING);
        Map<String, String> environment =
                Map.of("HOME", arguments[3], "DEFT_HOME", arguments[3], "PATH", "/usr/bin:/bin");
        DeftServerBuilder builder =
                DeftServer.builder(store, List.of(served)).notices(System.err::println);
        Engine engine =
                builder.prepare(
                                Engine.builder()
                                        .environment(environment)
                                        .tools(
                                                new CountTool(
                                                        Path.of(arguments[3])
                                                                .resolve("executions"))))
                        .build();
        DeftServer server = builder.start(new ChaosAgents(engine, environment));
        System.out.println(server.port());
        System.out.flush();
        Thread.currentThread().join();
    }
}
