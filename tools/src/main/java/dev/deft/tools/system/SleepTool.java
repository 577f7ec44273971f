package dev.deft.tools.system;

import dev.deft.host.Host;
import dev.deft.host.WaitableClock;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.time.Duration;
import java.util.Optional;

/// Waits.
public final class SleepTool implements Tool<SleepTool.Params> {

    private final WaitableClock clock;

    public SleepTool(WaitableClock clock) {
        this.clock = clock;
    }

    public record Params(@Doc("Seconds to wait") @Bounds(min = 0, max = 86_400) double duration) {}

    /// How long it waited, in seconds.
    public record Data(double slept) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("sleep", Params.class, ToolCategory.SYSTEM, ToolKind.OTHER).watching();
    }

    @Override
    public ToolResult run(Params params, Host host) throws InterruptedException {
        clock.sleep(Duration.ofNanos(Math.round(params.duration() * 1e9)));
        String text = "Waited %s s.".formatted(params.duration());
        return ToolResult.output(new Data(params.duration()), text, text);
    }
}
