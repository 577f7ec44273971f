package dev.deft.postgres.chaos;

import dev.deft.host.Host;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/// Writes down each time that it is carried out.
///
/// @param file all servers append to it
record CountTool(Path file) implements Tool<CountTool.Params> {

    private static final int LONGEST_MILLIS = 200;

    record Params(String id) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("count", Params.class, ToolCategory.CUSTOM, ToolKind.OTHER)
                .describedBy("Counts.");
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        Files.writeString(
                file, params.id() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        Thread.sleep(ThreadLocalRandom.current().nextInt(LONGEST_MILLIS));
        return ToolResult.output(params, "counted", "counted");
    }
}
