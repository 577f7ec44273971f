package dev.deft.tools.todo;

import dev.deft.host.Host;
import dev.deft.tool.Bounds;
import dev.deft.tool.DialectOnly;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Keeps the task list of the model for the session.
public final class TodoTool implements Tool<TodoTool.Params> {

    private static final int MOST = 200;
    private static final String KEPT_AS = "todo";

    public record Params(
            @Doc("The whole list, in order") @Bounds(max = MOST) List<Todo> todos,
            @DialectOnly Optional<Boolean> read) {}

    /// The list as it is now.
    public record Data(List<Todo> todos) {

        public Data {
            todos = List.copyOf(todos);
        }
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                "todo", Params.class, ToolCategory.SYSTEM, ToolKind.THINK, Map.of("most", MOST));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        if (params.read().orElse(false)) {
            return shown(host.session().load(KEPT_AS, Data.class).orElse(new Data(List.of())));
        }
        var list = new Data(params.todos());
        host.session().save(KEPT_AS, list);
        return shown(list);
    }

    private static ToolResult shown(Data list) {
        long open = list.todos().stream().filter(it -> isOpen(it.status())).count();
        String lines = list.todos().stream().map(Todo::line).collect(Collectors.joining("\n"));
        return ToolResult.output(
                list,
                lines.isEmpty() ? "The list is empty." : lines,
                "%d of %d open".formatted(open, list.todos().size()));
    }

    private static boolean isOpen(Todo.Status status) {
        return switch (status) {
            case PENDING, IN_PROGRESS -> true;
            case COMPLETED, CANCELLED -> false;
        };
    }
}
