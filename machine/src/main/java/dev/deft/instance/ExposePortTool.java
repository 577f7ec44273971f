package dev.deft.instance;

import dev.deft.host.Host;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
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
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Publishes a port of an instance on loopback.
public final class ExposePortTool implements Tool<ExposePortTool.Params> {

    private static final int HIGHEST = 65_535;

    /// What is forwarded is a stream of bytes, whatever is spoken over it.
    private static final Set<String> PROTOCOLS = Set.of("tcp", "http");

    public record Params(
            @Doc("Port the instance listens on") @Bounds(min = 1, max = HIGHEST) int guestPort,
            @Doc("Port on 127.0.0.1; the same number, or a free one, when left out")
                    @Bounds(min = 1, max = HIGHEST)
                    OptionalInt publicPort,
            @Doc("tcp or http") Optional<String> protocol) {}

    public record Data(int guestPort, int publicPort) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("expose_port", Params.class, ToolCategory.SYSTEM, ToolKind.EXECUTE);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws HostException {
        check(params);
        return List.of(Touch.naming(String.valueOf(params.guestPort())));
    }

    private static void check(Params params) throws HostException {
        if (params.protocol().filter(it -> !PROTOCOLS.contains(it)).isPresent()) {
            throw InstanceSpawnTool.invalid("protocol is tcp or http; nothing else is forwarded.");
        }
    }

    static void check(String name, int port) throws HostException {
        if (port < 1 || port > HIGHEST) {
            throw InstanceSpawnTool.invalid(
                    "%s has %d, but a port is a number from 1 to %d."
                            .formatted(name, port, HIGHEST));
        }
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        check(params);
        Instances.PublishedPort port =
                host.handle(Instances.class).expose(params.guestPort(), params.publicPort());
        return ToolResult.output(
                new Data(port.guestPort(), port.publicPort()),
                "Port %d is published as 127.0.0.1:%d."
                        .formatted(port.guestPort(), port.publicPort()),
                "Port %d as %d".formatted(port.guestPort(), port.publicPort()));
    }
}
