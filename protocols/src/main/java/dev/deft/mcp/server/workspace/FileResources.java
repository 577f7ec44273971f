package dev.deft.mcp.server.workspace;

import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.mcp.server.feature.McpCaller;
import dev.deft.mcp.server.feature.ResourceContent;
import dev.deft.mcp.server.feature.ResourceEntry;
import dev.deft.mcp.server.feature.ResourceProvider;
import dev.deft.mcp.server.feature.ResourceTemplate;
import dev.deft.tool.Attachment;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The files of a workspace, and the complete outputs of calls, by their `file:` addresses.
///
/// @param workspace whose files are completed
public record FileResources(Workspace workspace) implements ResourceProvider {

    /// By the end of the name; clients choose icons and viewers by them.
    private static final Map<String, String> TYPES =
            Map.ofEntries(
                    Map.entry("txt", "text/plain"),
                    Map.entry("md", "text/markdown"),
                    Map.entry("html", "text/html"),
                    Map.entry("css", "text/css"),
                    Map.entry("csv", "text/csv"),
                    Map.entry("js", "text/javascript"),
                    Map.entry("json", "application/json"),
                    Map.entry("xml", "application/xml"),
                    Map.entry("yaml", "application/yaml"),
                    Map.entry("yml", "application/yaml"),
                    Map.entry("pdf", "application/pdf"),
                    Map.entry("svg", "image/svg+xml"),
                    Map.entry("png", "image/png"),
                    Map.entry("jpg", "image/jpeg"),
                    Map.entry("jpeg", "image/jpeg"),
                    Map.entry("gif", "image/gif"),
                    Map.entry("webp", "image/webp"));

    private static final int MAX_CHARS = 4 * 1024 * 1024;
    private static final int MAX_COMPLETED = 20_000;

    @Override
    public List<ResourceEntry> list(McpCaller caller) throws IOException {
        Optional<SessionCalls.Result> found =
                SessionCalls.list(caller.defaultSession(), "glob", Map.of("pattern", "**"));
        List<ResourceEntry> entries = new ArrayList<>();
        for (Json it : found.map(all -> all.items("files")).orElse(List.of())) {
            if (it instanceof Json.Str(String path)) {
                entries.add(
                        new ResourceEntry(
                                workspace.root().resolve(path).toUri().toString(),
                                path,
                                Optional.empty(),
                                mimeType(path)));
            }
        }
        return entries;
    }

    @Override
    public List<ResourceTemplate> templates() {
        return List.of(
                new ResourceTemplate(
                        template(),
                        "workspace-file",
                        Optional.of("A file of the workspace, by its path."),
                        Optional.empty()));
    }

    private String template() {
        String root = workspace.root().toUri().toString();
        return root + (root.endsWith("/") ? "" : "/") + "{+path}";
    }

    @Override
    public Optional<List<ResourceContent>> read(String uri, McpCaller caller) throws IOException {
        Optional<Path> path = path(uri);
        return path.isPresent()
                ? read(uri, shown(path.get()), caller.defaultSession())
                : Optional.empty();
    }

    /// As the tools name it.
    private String shown(Path path) {
        Path root = workspace.root();
        return path.startsWith(root) && !path.equals(root)
                ? root.relativize(path).toString()
                : path.toString();
    }

    private static Optional<Path> path(String uri) {
        if (!uri.startsWith("file:///")) {
            return Optional.empty();
        }
        try {
            return Optional.of(Path.of(URI.create(uri)).normalize());
        } catch (IllegalArgumentException | FileSystemNotFoundException _) {
            return Optional.empty();
        }
    }

    private static Optional<List<ResourceContent>> read(String uri, String path, Session session)
            throws IOException {
        Optional<SessionCalls.Result> first =
                SessionCalls.call(session, "read", Map.of("path", path));
        if (first.isEmpty()) {
            return Optional.empty();
        }
        if (!first.get().attachments().isEmpty()) {
            List<ResourceContent> blobs = new ArrayList<>();
            for (Attachment it : first.get().attachments()) {
                blobs.add(new ResourceContent.Blob(uri, Optional.of(it.mimeType()), it.content()));
            }
            return Optional.of(blobs);
        }
        if (first.get().data().text("type").equals(Optional.of("binary"))) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "%s is neither text nor a picture.".formatted(path));
        }
        return Optional.of(
                List.of(
                        new ResourceContent.Text(
                                uri,
                                Optional.of(mimeType(path).orElse("text/plain")),
                                whole(path, first.get(), session))));
    }

    /// All pages of a text.
    private static String whole(String path, SessionCalls.Result first, Session session)
            throws IOException {
        var text = new StringBuilder(content(first));
        long end = first.number("end_line");
        long total = first.number("total_lines");
        while (end < total) {
            if (text.length() > MAX_CHARS) {
                throw new HostException(
                        ErrorCode.TOO_LARGE,
                        "%s is too large for a resource; use the tool that reads parts of files."
                                .formatted(path));
            }
            SessionCalls.Result page =
                    SessionCalls.call(session, "read", Map.of("path", path, "offset", end + 1))
                            .orElseThrow(() ->
                                    new HostException(
                                            ErrorCode.CONFLICT,
                                            "%s changed while it was read.".formatted(path)));
            if (page.number("end_line") <= end) {
                break;
            }
            text.append(content(page));
            end = page.number("end_line");
        }
        return text.toString();
    }

    private static String content(SessionCalls.Result page) {
        return page.data().text("content").orElse("");
    }

    private static Optional<String> mimeType(String path) {
        int dot = path.lastIndexOf('.');
        return Optional.ofNullable(TYPES.get(path.substring(dot + 1).toLowerCase(Locale.ROOT)));
    }

    /// Only of files in the workspace, so that nobody can watch others.
    @Override
    public Optional<String> version(String uri) {
        Optional<Path> path = path(uri).filter(it -> it.startsWith(workspace.root()));
        if (path.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    Files.getLastModifiedTime(path.get()) + " " + Files.size(path.get()));
        } catch (IOException _) {
            return Optional.of("none");
        }
    }

    @Override
    public Optional<List<String>> complete(String uriTemplate, String variable, String begun)
            throws IOException, InterruptedException {
        return uriTemplate.equals(template())
                ? Optional.of(
                        workspace.files(MAX_COMPLETED).stream()
                                .filter(it -> it.startsWith(begun) && !it.endsWith("/"))
                                .toList())
                : Optional.empty();
    }
}
