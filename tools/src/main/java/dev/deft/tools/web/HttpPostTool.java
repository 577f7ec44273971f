package dev.deft.tools.web;

import dev.deft.host.Host;
import dev.deft.host.HttpUrl;
import dev.deft.host.WorkspaceFiles;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Sends a POST request.
public final class HttpPostTool implements Tool<HttpPostTool.Params> {

    public record Params(
            @Doc("Address, with http:// or https://") @Bounds(min = 1, max = HttpUrl.MAX_LENGTH)
                    String url,
            @Doc("What to send") Optional<String> body,
            @Doc("Headers by name") Map<String, String> headers) {}

    @Override
    public ToolSpec<Params> spec() {
        return HttpReply.spec("http_post", Params.class);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return HttpReply.touches(params.url());
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        return HttpReply.send("POST", params.url(), params.headers(), params.body(), host);
    }
}
