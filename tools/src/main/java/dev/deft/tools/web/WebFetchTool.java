package dev.deft.tools.web;

import dev.deft.host.Host;
import dev.deft.host.HttpUrl;
import dev.deft.host.Limits;
import dev.deft.host.Network;
import dev.deft.host.WorkspaceFiles;
import dev.deft.json.JsonCodec;
import dev.deft.tool.Bounds;
import dev.deft.tool.DialectOnly;
import dev.deft.tool.Doc;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import dev.deft.tools.files.text.Utf8;
import dev.deft.tools.web.html.HtmlStyle;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Reads a page of the web as text.
public final class WebFetchTool implements Tool<WebFetchTool.Params> {

    private static final int DEFAULT_MS = 30_000;
    private static final int MOST_MS = 120_000;

    /// How long the call may take after the response: to convert it.
    private static final Duration AFTERWARDS = Duration.ofSeconds(30);

    private static final int MOST_BODY_BYTES = 20 * 1024 * 1024;

    private static final int LONGEST_SHOWN_URL = 300;

    private final JsonCodec codec;

    public WebFetchTool(JsonCodec codec) {
        this.codec = codec;
    }

    /// The page to read.
    ///
    /// @param format of pages; Markdown by default
    /// @param bodyBytes how much of the response is read at most
    /// @param raw whether the beginning of a page is shown as it came too, and JSON as it came
    public record Params(
            @Doc("Address of the page, with http:// or https://")
                    @Bounds(min = 1, max = HttpUrl.MAX_LENGTH)
                    String url,
            @DialectOnly Optional<Format> format,
            @DialectOnly @Bounds(min = 1, max = MOST_MS) OptionalInt timeoutMs,
            @DialectOnly @Bounds(min = 1, max = MOST_BODY_BYTES) OptionalInt bodyBytes,
            @DialectOnly Optional<Boolean> raw) {

        /// The parameters of the default dialect.
        public static Params of(String url) {
            return new Params(
                    url,
                    Optional.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    Optional.empty());
        }
    }

    /// The form of pages, and what servers are asked for.
    public enum Format {
        MARKDOWN(
                "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/*;q=0.8, */*;q=0.5"),
        TEXT(
                "text/plain, text/markdown;q=0.9, text/html;q=0.8, application/xhtml+xml;q=0.8, */*;q=0.5"),
        HTML("text/html, application/xhtml+xml;q=0.9, text/*;q=0.8, */*;q=0.5");

        private final String accept;

        Format(String accept) {
            this.accept = accept;
        }

        private Optional<HtmlStyle> style() {
            return switch (this) {
                case MARKDOWN -> Optional.of(HtmlStyle.MARKDOWN);
                case TEXT -> Optional.of(HtmlStyle.TEXT);
                case HTML -> Optional.empty();
            };
        }
    }

    /// The result.
    ///
    /// @param url after redirects
    /// @param raw the beginning of a page as it came, for dialects that show it
    public record Data(
            String url, int status, String contentType, String text, Optional<String> raw) {}

    @Override
    public ToolSpec<Params> spec() {
        Map<String, Object> numbers =
                Map.of(
                        "kilobytes", Limits.DEFAULT.outputBytes() / 1024,
                        "seconds", DEFAULT_MS / 1000);
        return ToolSpec.of("web_fetch", Params.class, ToolCategory.NETWORK, ToolKind.FETCH, numbers)
                .requiring(RequirementSet.fetching("**"))
                .within(Limits.DEFAULT.withTimeout(Duration.ofMillis(MOST_MS).plus(AFTERWARDS)));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return List.of(Touch.fetching(HttpUrl.parse(params.url()).hostAndPort()));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        Format format = params.format().orElse(Format.MARKDOWN);
        Network.Response response =
                host.net()
                        .send(
                                new Network.Request(
                                        "GET",
                                        HttpUrl.parse(params.url()).uri(),
                                        Map.of("Accept", format.accept),
                                        Optional.empty(),
                                        params.bodyBytes().orElse(MOST_BODY_BYTES),
                                        Duration.ofMillis(params.timeoutMs().orElse(DEFAULT_MS))));
        ContentType type = ContentType.of(response);
        boolean raw = params.raw().orElse(false);
        ShownPage page =
                new PageReader(codec, new PageReader.Form(format.style(), raw))
                        .read(response, type);
        return output(response, type, page, raw, host);
    }

    private static ToolResult output(
            Network.Response response, ContentType type, ShownPage page, boolean raw, Host host)
            throws IOException {
        String text = OutsideText.clean(page.text());
        String head = Utf8.head(text, host.limits().outputBytes());
        boolean whole = head.length() == text.length();
        if (!whole) {
            try (Writer all =
                    new BufferedWriter(
                            new OutputStreamWriter(host.sidecar(), StandardCharsets.UTF_8))) {
                all.write(text);
            }
        }
        String url = OutsideText.clean(response.url().toString());
        var data =
                new Data(
                        url,
                        response.status(),
                        type.name(),
                        head,
                        raw ? page.raw().map(OutsideText::clean) : Optional.empty());
        String shown = url.length() > LONGEST_SHOWN_URL ? url.substring(0, LONGEST_SHOWN_URL) : url;
        String first = "%s: status %d, %s\n".formatted(shown, response.status(), type.name());
        ToolResult.Output output =
                ToolResult.output(
                                data,
                                first + OutsideText.marked(shown, head),
                                "Fetched %s, status %d".formatted(shown, response.status()))
                        .with(page.attachments());
        if (!page.notes().isEmpty()) {
            output = output.noting(String.join("; ", page.notes()));
        }
        return whole ? output : output.asHead();
    }
}
