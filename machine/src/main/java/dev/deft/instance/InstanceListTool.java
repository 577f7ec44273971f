package dev.deft.instance;

import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Lists the instances that run.
public final class InstanceListTool implements Tool<InstanceListTool.Params> {

    public record Params() {}

    public record Data(List<Item> instances) {

        public Data {
            instances = List.copyOf(instances);
        }
    }

    /// One instance.
    ///
    /// @param session the session that owns it
    /// @param log the file with its output
    public record Item(String id, String handle, String state, String session, String log) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("instance_list", Params.class, ToolCategory.SYSTEM, ToolKind.READ)
                .watching();
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming(Touch.NOTHING));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        List<Instances.Running> running = host.handle(Instances.class).running();
        var data =
                new Data(
                        running.stream()
                                .map(it ->
                                        new Item(
                                                it.id(),
                                                it.handle(),
                                                state(it),
                                                it.session(),
                                                it.log()))
                                .toList());
        String text =
                running.isEmpty()
                        ? "No instance runs."
                        : running.stream()
                                .map(InstanceListTool::line)
                                .collect(Collectors.joining("\n"));
        return ToolResult.output(data, text, "%d instances".formatted(running.size()));
    }

    private static String line(Instances.Running one) {
        return "%s  %s  %s  %s"
                .formatted(
                        one.id(),
                        one.handle(),
                        state(one),
                        one.here() ? one.log() : "of session " + one.session());
    }

    static String state(Instances.Running one) {
        return one.state().name().toLowerCase(Locale.ROOT);
    }
}
