package dev.deft.server.api.workspace;

import dev.deft.agent.session.SessionId;
import dev.deft.json.Json;
import dev.deft.server.access.AccessScope;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.http.Route;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.tool.Doc;
import dev.deft.undo.TurnChanges;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The files of a workspace, read by the tools `ls` and `read` under its rules.
final class FileRoutes {

    private static final String FILES = "/v1/workspaces/{workspace}/files";

    /// Pictures that browsers show without running anything.
    private static final Set<String> SAFE_PICTURES =
            Set.of("image/png", "image/jpeg", "image/gif", "image/webp");

    private final OpenWorkspaces workspaces;
    private final Pipeline pipeline;

    FileRoutes(OpenWorkspaces workspaces, Pipeline pipeline) {
        this.workspaces = workspaces;
        this.pipeline = pipeline;
    }

    /// A directory.
    public record DirectoryView(
            @Doc("Relative to the workspace") String path, List<FileItem> entries) {}

    /// An entry of a directory.
    public record FileItem(
            String name,
            @Doc("`file`, `dir`, `link` or `other`") String type,
            @Doc("In bytes; 0 if it is no file") long size,
            @Doc("Whether the session changed it, or something in it; absent without `session`")
                    Optional<Boolean> changed) {}

    /// Part of a file.
    public record FileContent(
            @Doc("Relative to the workspace") String path,
            @Doc("The text of these lines; empty if the file is no text") String content,
            @Doc("The first line, counted from 1") long startLine,
            @Doc("The last line") long endLine,
            @Doc("How many lines the file has") long totalLines,
            @Doc("In bytes") long size,
            @Doc("Such as `utf-8`; `binary` if it is no text") String encoding,
            @Doc("`text`, `notebook`, `image`, `pdf` or `binary`") String type,
            @Doc("Such as `text/plain` or `image/png`") String mimeType,
            @Doc("Pictures and pages of the file") Optional<List<FileAttachment>> attachments) {}

    /// A picture or a document.
    public record FileAttachment(
            String name,
            String mimeType,
            @Doc("In bytes") long size,
            Optional<Integer> width,
            Optional<Integer> height,
            @Doc("The bytes in Base64") String data) {}

    List<Route> routes() {
        return List.of(
                Route.get(FILES)
                        .named("files", "listFiles", "The entries of a directory.")
                        .needs(AccessScope.LOOK)
                        .query("path", "string", "The directory; the root if it is left out.")
                        .query("session", "string", "Marks what this session changed.")
                        .answers(200, DirectoryView.class)
                        .by(this::list),
                Route.get(FILES + "/content")
                        .named(
                                "files",
                                "readFile",
                                "Part of a file; with `raw=true` the bytes of a picture.")
                        .needs(AccessScope.LOOK)
                        .requiredQuery("path", "string", "The file, relative to the workspace.")
                        .query("offset", "integer", "The first line, counted from 1.")
                        .query("limit", "integer", "How many lines at most.")
                        .query("raw", "boolean", "The bytes of a picture instead of JSON.")
                        .answers(200, FileContent.class)
                        .alsoAnswers("image/png", "image/jpeg", "image/gif", "image/webp")
                        .by(this::content));
    }

    private ApiResponse list(ApiRequest request) throws IOException, InterruptedException {
        ServedWorkspace workspace = workspaces.of(request);
        Optional<Set<String>> changed = changed(workspace, request);
        Json.Obj listed =
                pipeline.read(
                        workspace, "ls", Map.of("path", request.parameter("path").orElse(".")));
        String directory = listed.text("path").orElse(".");
        List<FileItem> entries = new ArrayList<>();
        for (Json it : items(listed, "entries")) {
            Json.Obj entry = (Json.Obj) it;
            String name = entry.text("name").orElse("");
            entries.add(
                    new FileItem(
                            name,
                            type(entry.text("type").orElse("")),
                            number(entry, "size"),
                            changed.map(all -> touches(all, directory, name))));
        }
        return ApiResponse.record(200, new DirectoryView(directory, entries));
    }

    private static String type(String type) {
        return type.equals("symlink") ? "link" : type;
    }

    private Optional<Set<String>> changed(ServedWorkspace workspace, ApiRequest request)
            throws IOException, InterruptedException {
        Optional<String> session = request.parameter("session");
        if (session.isEmpty()) {
            return Optional.empty();
        }
        Set<String> paths = new HashSet<>();
        for (TurnChanges turn :
                workspaces.open(workspace).sessions().turns(sessionId(session.get()))) {
            turn.files().forEach(it -> paths.add(it.path()));
        }
        return Optional.of(paths);
    }

    /// @throws ProblemException if it is no id
    static SessionId sessionId(String text) throws ProblemException {
        if (!SessionId.isValid(text)) {
            throw Problem.badRequest("An id of a session has letters, digits, - and _.")
                    .exception();
        }
        return new SessionId(text);
    }

    private static boolean touches(Set<String> changed, String directory, String name) {
        String path = directory.equals(".") ? name : directory + "/" + name;
        return changed.stream().anyMatch(it -> it.equals(path) || it.startsWith(path + "/"));
    }

    private ApiResponse content(ApiRequest request) throws IOException, InterruptedException {
        Map<String, Object> arguments = new HashMap<>();
        arguments.put(
                "path",
                request.parameter("path")
                        .orElseThrow(() -> Problem.badRequest("path is missing.").exception()));
        for (String name : List.of("offset", "limit")) {
            if (request.parameter(name).isPresent()) {
                arguments.put(name, (long) request.number(name, 1, Integer.MAX_VALUE, 1));
            }
        }
        Json.Obj read = pipeline.read(workspaces.of(request), "read", arguments);
        return request.parameter("raw").filter("true"::equals).isPresent()
                ? picture(read)
                : ApiResponse.record(200, content(read));
    }

    private static FileContent content(Json.Obj read) {
        List<FileAttachment> attached =
                items(read, "attachments").stream().map(it -> attachment((Json.Obj) it)).toList();
        String type = read.text("type").orElse("binary");
        String mimeType =
                type.equals("text")
                        ? "text/plain"
                        : attached.stream()
                                .findFirst()
                                .map(FileAttachment::mimeType)
                                .orElse("application/octet-stream");
        return new FileContent(
                read.text("path").orElse(""),
                read.text("content").orElse(""),
                number(read, "start_line"),
                number(read, "end_line"),
                number(read, "total_lines"),
                number(read, "size"),
                read.text("encoding").orElse("binary"),
                type,
                mimeType,
                Optional.of(attached).filter(it -> !it.isEmpty()));
    }

    private static FileAttachment attachment(Json.Obj it) {
        return new FileAttachment(
                it.text("name").orElse(""),
                it.text("mime_type").orElse("application/octet-stream"),
                number(it, "size"),
                it.find("width").map(_ -> (int) number(it, "width")),
                it.find("height").map(_ -> (int) number(it, "height")),
                it.text("data").orElse(""));
    }

    /// The bytes of a picture. Nothing in the response runs in a browser, whatever the file is.
    private static ApiResponse picture(Json.Obj read) throws ProblemException {
        Optional<FileAttachment> picture =
                content(read)
                        .attachments()
                        .flatMap(all ->
                                all.stream()
                                        .filter(it -> SAFE_PICTURES.contains(it.mimeType()))
                                        .findFirst());
        if (picture.isEmpty()) {
            throw Problem.of(
                            415,
                            "unsupported_media_type",
                            "raw=true shows pictures; leave it out to read this file.")
                    .exception();
        }
        return ApiResponse.bytes(
                        200,
                        picture.get().mimeType(),
                        Base64.getDecoder().decode(picture.get().data()))
                .with("Content-Disposition", "inline; filename=\"picture\"")
                .with("Content-Security-Policy", "sandbox; default-src 'none'");
    }

    static List<Json> items(Json.Obj object, String name) {
        return object.find(name).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> all)
                ? all
                : List.of();
    }

    static long number(Json.Obj object, String name) {
        return object.find(name).orElse(Json.Null.VALUE) instanceof Json.Num number
                ? number.asLong().orElse(0L)
                : 0;
    }
}
