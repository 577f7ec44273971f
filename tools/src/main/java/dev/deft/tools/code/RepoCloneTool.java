package dev.deft.tools.code;

import dev.deft.host.ErrorCode;
import dev.deft.host.FileQuery;
import dev.deft.host.Host;
import dev.deft.host.HostException;
import dev.deft.host.Limits;
import dev.deft.host.Shell;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Clones a repository into the workspace.
public final class RepoCloneTool implements Tool<RepoCloneTool.Params> {

    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    /// How long the call may take beside the command: to make a sandbox, and to clean up.
    private static final Duration AROUND = Duration.ofMinutes(1);

    private static final int OUTPUT_BYTES = 16 * 1024;

    public record Params(
            @Doc("https://host/path, ssh://git@host/path or file:///path")
                    @Bounds(min = 1, max = RepositoryUrl.LONGEST)
                    String url,
            @Doc("New directory for it; named after the repository when absent")
                    Optional<String> path) {}

    /// The clone.
    ///
    /// @param commit that is checked out; absent if the repository is empty
    /// @param files checked out
    /// @param note about files that were left out
    public record Data(
            String path,
            String url,
            Optional<String> branch,
            Optional<String> commit,
            Optional<String> committedAt,
            Optional<String> subject,
            int files,
            Optional<String> note) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        "repo_clone",
                        Params.class,
                        ToolCategory.CODE,
                        ToolKind.FETCH,
                        Map.of("minutes", TIMEOUT.toMinutes()))
                .requiring(
                        RequirementSet.reading("{workspace}/**")
                                .plus(RequirementSet.writing("{workspace}/**"))
                                .plus(RequirementSet.fetching("**")))
                .within(
                        Limits.DEFAULT
                                .withOutputBytes(OUTPUT_BYTES)
                                .withTimeout(TIMEOUT.plus(AROUND)));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        RepositoryUrl url = RepositoryUrl.parse(params.url());
        Touch source =
                switch (url) {
                    case RepositoryUrl.Web web -> Touch.fetching(web.host() + ":" + web.port());
                    case RepositoryUrl.Ssh ssh -> Touch.fetching(ssh.host() + ":" + ssh.port());
                    case RepositoryUrl.Local local ->
                            Touch.readingTree(files.resolve(local.path()));
                };
        return List.of(source, Touch.writingTree(files.resolve(target(params, url))));
    }

    private static String target(Params params, RepositoryUrl url) throws HostException {
        String name = params.path().orElse(url.name());
        if (name.isEmpty() || name.startsWith("-") || name.contains("/-")) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "The path of the clone is empty, or a part of it begins with a dash. Name it"
                            + " with path.");
        }
        return name;
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        RepositoryUrl url = RepositoryUrl.parse(params.url());
        WorkspacePath target = host.files().resolve(target(params, url));
        GitClones clones = host.handle(GitClones.class);
        try (GitClones.Staged staged = clones.stage(target)) {
            String script = script(url, staged.path(), clones, host.files());
            var command =
                    new Shell.Command(
                            script,
                            Optional.empty(),
                            Map.of(),
                            TIMEOUT,
                            host.limits().outputBytes());
            Shell.Result result = clones.shell().run(command);
            Optional<ToolResult> failure = GitFailure.of(result, TIMEOUT);
            if (failure.isPresent()) {
                return failure.get();
            }
            staged.publish();
            Optional<String> note =
                    result.note().map(it -> it.replace(staged.path(), target.display()));
            return cloned(target, result, shown(url), note, host.files());
        }
    }

    private static String script(
            RepositoryUrl url, String directory, GitClones clones, WorkspaceFiles files)
            throws IOException, InterruptedException {
        return switch (url) {
            case RepositoryUrl.Web web -> {
                GitClones.Route route = clones.route(web.host(), web.port());
                yield GitCloneScript.of(
                        web.scheme(),
                        GitCloneScript.quoted(web.url()),
                        directory,
                        pinned(web, route),
                        Optional.empty());
            }
            case RepositoryUrl.Ssh ssh -> {
                GitClones.Route route = clones.route(ssh.host(), ssh.port());
                yield GitCloneScript.of(
                        "ssh",
                        GitCloneScript.quoted(ssh.url()),
                        directory,
                        List.of(),
                        Optional.of(command(ssh, route)));
            }
            case RepositoryUrl.Local local ->
                    GitCloneScript.of(
                            "file",
                            fileUrl(files.resolve(local.path())),
                            directory,
                            List.of(),
                            Optional.empty());
        };
    }

    /// Git decodes percent signs in URLs. The working directory of the script is the root.
    private static String fileUrl(WorkspacePath repository) {
        String path = repository.display().replace("%", "%25");
        return "\"file://${PWD//%/%25}/\"" + GitCloneScript.quoted(path);
    }

    private static List<String> pinned(RepositoryUrl.Web web, GitClones.Route route) {
        return route.address()
                .map(it ->
                        List.of(
                                "http.curloptResolve=%s:%d:%s"
                                        .formatted(web.host(), web.port(), it)))
                .orElse(List.of());
    }

    /// A sandbox has neither the user's keys nor the keys of known hosts.
    private static String command(RepositoryUrl.Ssh ssh, GitClones.Route route)
            throws HostException {
        if (route.sandboxed()) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "SSH needs the user's keys, and commands in the sandbox have none. Use the"
                            + " https URL of the repository, or ask the user to clone it.");
        }
        return "ssh -oBatchMode=yes -oStrictHostKeyChecking=yes -oHostKeyAlias=%s -oHostName=%s"
                .formatted(ssh.host(), route.address().orElse(ssh.host()));
    }

    private static String shown(RepositoryUrl url) {
        return switch (url) {
            case RepositoryUrl.Web web -> web.url();
            case RepositoryUrl.Ssh ssh -> ssh.url();
            case RepositoryUrl.Local local -> "file://" + local.path();
        };
    }

    private static ToolResult cloned(
            WorkspacePath target,
            Shell.Result result,
            String url,
            Optional<String> note,
            WorkspaceFiles files)
            throws IOException, InterruptedException {
        List<String> head = result.output().stdout().lines().toList();
        Optional<GitHead> git = GitHead.read(files, target.display());
        int count = files.find(new FileQuery(target, "**", FileQuery.Order.BY_PATH)).files().size();
        var data =
                new Data(
                        target.display(),
                        url,
                        git.flatMap(GitHead::branch),
                        line(head, 0),
                        line(head, 1),
                        line(head, 2),
                        count,
                        note);
        return ToolResult.output(data, text(data), "Cloned %s".formatted(data.path()));
    }

    private static Optional<String> line(List<String> lines, int index) {
        return lines.size() > index && !lines.get(index).isBlank()
                ? Optional.of(lines.get(index).strip())
                : Optional.empty();
    }

    private static String text(Data data) {
        String what =
                data.commit()
                        .map(it ->
                                "%s of %s, %s: %s"
                                        .formatted(
                                                it.substring(0, Math.min(8, it.length())),
                                                data.branch().orElse("no branch"),
                                                data.committedAt().orElse(""),
                                                data.subject().orElse("")))
                        .orElse("an empty repository");
        return "Cloned %s into %s: %s. %d %s, without history.%s"
                .formatted(
                        data.url(),
                        data.path(),
                        what,
                        data.files(),
                        data.files() == 1 ? "file" : "files",
                        data.note().map(it -> "\nNote: " + it).orElse(""));
    }
}
