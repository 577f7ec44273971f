package dev.deft.instance;

import dev.deft.host.Host;
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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Takes a lease that keeps idle instances running.
public final class KeepaliveAcquireTool implements Tool<KeepaliveAcquireTool.Params> {

    public record Params(
            @Doc("How long, in milliseconds") @Bounds(min = 1, max = 3_600_000) OptionalInt ttlMs,
            @Doc("What it is for") @Bounds(max = 500) Optional<String> reason) {}

    public record Data(boolean ok, int ttlMs) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        "keepalive_acquire",
                        Params.class,
                        ToolCategory.SYSTEM,
                        ToolKind.OTHER,
                        Map.of(
                                "default",
                                Instances.DEFAULT_LEASE.toSeconds(),
                                "most",
                                Instances.LONGEST_LEASE.toMinutes()))
                .watching();
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming(Touch.NOTHING));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        int ms = params.ttlMs().orElse((int) Instances.DEFAULT_LEASE.toMillis());
        host.handle(Instances.class).keepAlive(Duration.ofMillis(ms), params.reason());
        return ToolResult.output(
                new Data(true, ms),
                "Instances are not stopped as idle for %d ms.".formatted(ms),
                "Keep-alive for %d ms".formatted(ms));
    }
}
