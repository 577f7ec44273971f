package dev.deft.tools.plan;

import dev.deft.host.ErrorCode;
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
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes or shows the plan of the session.
public final class PlanTool implements Tool<PlanTool.Params> {

    private static final int LONGEST_TITLE = 200;
    private static final int MOST_LISTED = 50;

    public record Params(
            @Doc("The whole plan, in Markdown; the current plan is shown when absent")
                    @Bounds(min = 1, max = Plans.MOST_BYTES)
                    Optional<String> content,
            @Doc("Heading to put above it") @Bounds(min = 1, max = LONGEST_TITLE)
                    Optional<String> title) {}

    /// The plan as it is now.
    ///
    /// @param plan empty if there is none
    /// @param plans of all sessions of this workspace, the first ones
    public record Data(String path, String plan, List<String> plans) {

        public Data {
            plans = List.copyOf(plans);
        }
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                "plan",
                Params.class,
                ToolCategory.CODE,
                ToolKind.THINK,
                Map.of("kilobytes", Plans.MOST_BYTES / 1024, "title", LONGEST_TITLE));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming("plan"));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        Plans plans = host.handle(Plans.class);
        if (params.content().isEmpty()) {
            return shown(plans);
        }
        String text = text(params);
        if (text.getBytes(StandardCharsets.UTF_8).length > Plans.MOST_BYTES) {
            return ToolResult.failure(
                    ErrorCode.TOO_LARGE,
                    "The plan is longer than %d KB. Keep to what the user has to decide about."
                            .formatted(Plans.MOST_BYTES / 1024));
        }
        plans.write(text);
        return ToolResult.output(
                data(plans, text),
                "Wrote %s. The user can edit it; plan_exit asks them to approve it."
                        .formatted(plans.path()),
                "Plan in " + plans.path());
    }

    private static String text(Params params) {
        String content = params.content().orElse("").strip();
        return params.title().map(it -> "# " + it.strip() + "\n\n").orElse("") + content + "\n";
    }

    private static ToolResult shown(Plans plans) throws IOException {
        Optional<String> plan = plans.read();
        Data data = data(plans, plan.orElse(""));
        return ToolResult.output(
                data,
                plan.orElse("This session has no plan yet. Write one with content."),
                plan.isPresent() ? "Plan in " + plans.path() : "No plan");
    }

    private static Data data(Plans plans, String text) throws IOException {
        return new Data(plans.path(), text, plans.list().stream().limit(MOST_LISTED).toList());
    }
}
