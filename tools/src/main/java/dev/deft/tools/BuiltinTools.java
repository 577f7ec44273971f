package dev.deft.tools;

import dev.deft.host.WaitableClock;
import dev.deft.json.JsonCodec;
import dev.deft.tool.Tool;
import dev.deft.tools.ask.QuestionTool;
import dev.deft.tools.code.RepoCloneTool;
import dev.deft.tools.code.RepoOverviewTool;
import dev.deft.tools.data.Base64DecodeTool;
import dev.deft.tools.data.Base64EncodeTool;
import dev.deft.tools.data.JsonParseTool;
import dev.deft.tools.data.JsonStringifyTool;
import dev.deft.tools.files.ApplyPatchTool;
import dev.deft.tools.files.DeleteFileTool;
import dev.deft.tools.files.EditTool;
import dev.deft.tools.files.GetFileInfoTool;
import dev.deft.tools.files.GlobTool;
import dev.deft.tools.files.GrepTool;
import dev.deft.tools.files.LsTool;
import dev.deft.tools.files.MoveFileTool;
import dev.deft.tools.files.ReadTool;
import dev.deft.tools.files.WriteTool;
import dev.deft.tools.lsp.LspTool;
import dev.deft.tools.plan.PlanExitTool;
import dev.deft.tools.plan.PlanTool;
import dev.deft.tools.shell.BashTool;
import dev.deft.tools.shell.ProcessTool;
import dev.deft.tools.system.CurrentTimeTool;
import dev.deft.tools.system.GetEnvTool;
import dev.deft.tools.system.SetEnvTool;
import dev.deft.tools.system.SleepTool;
import dev.deft.tools.todo.TodoTool;
import dev.deft.tools.web.HttpGetTool;
import dev.deft.tools.web.HttpPostTool;
import dev.deft.tools.web.HttpRequestTool;
import dev.deft.tools.web.WebFetchTool;
import dev.deft.tools.web.WebSearchTool;
import dev.deft.tools.web.search.SearchSetup;
import java.time.InstantSource;
import java.util.List;

/// All built-in tools, in the order a model sees them.
public final class BuiltinTools {

    private BuiltinTools() {}

    public static List<Tool<?>> all(InstantSource clock, JsonCodec codec) {
        return List.of(
                new ReadTool(codec),
                new WriteTool(),
                new EditTool(),
                new ApplyPatchTool(),
                new GlobTool(),
                new GrepTool(),
                new LsTool(),
                new DeleteFileTool(),
                new MoveFileTool(),
                new GetFileInfoTool(),
                new LspTool(),
                new BashTool(),
                new ProcessTool(),
                new TodoTool(),
                new QuestionTool(),
                new HttpGetTool(),
                new HttpPostTool(),
                new HttpRequestTool(),
                new RepoOverviewTool(),
                new RepoCloneTool(),
                new PlanTool(),
                new PlanExitTool(),
                new WebFetchTool(codec),
                new WebSearchTool(SearchSetup.NONE),
                new CurrentTimeTool(clock),
                new SleepTool(WaitableClock.of(clock)),
                new GetEnvTool(),
                new SetEnvTool(),
                new JsonParseTool(codec),
                new JsonStringifyTool(codec),
                new Base64EncodeTool(),
                new Base64DecodeTool());
    }
}
