package dev.deft.engine;

import static dev.deft.engine.GitServer.git;
import static dev.deft.engine.GitServer.gitReading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.deft.host.ErrorCode;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.tool.Envelope;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class RepoCloneTest {

    @TempDir Path directory;
    private Path root;
    private Path home;
    private Path source;

    @BeforeEach
    void makeARepository() throws Exception {
        root = Files.createDirectories(directory.resolve("root")).toRealPath();
        home = Files.createDirectories(directory.resolve("home"));
        source = Files.createDirectories(directory.resolve("served/project"));
        git(source, "init", "-q", "-b", "trunk");
        Files.writeString(source.resolve("a.txt"), "one\n");
        git(source, "add", "-A");
        git(source, "commit", "-q", "-m", "First");
        Files.writeString(source.resolve("a.txt"), "two\n");
        git(source, "commit", "-q", "-a", "-m", "Second");
    }

    @Test
    void clonesTheLastCommitOverHttp() throws Exception {
        try (GitServer server = GitServer.of(directory.resolve("served"));
                Opened deft = open(granting(server.address()))) {
            assumeTrue(deft.isSandboxed(), "single hosts are reached through bubblewrap");
            String url = "http://" + server.address() + "/project/.git";

            Envelope cloned = deft.clone(url, "deps/copy");

            assertThat(text(cloned)).contains("of trunk", "Second", "1 file, without");
            Path copy = root.resolve("deps/copy");
            assertThat(copy.resolve("a.txt")).hasContent("two\n");
            assertThat(git(copy, "rev-list", "--count", "HEAD")).isEqualTo("1");
            assertThat(git(copy, "status", "--short")).isEmpty();
            assertThat(git(copy, "config", "remote.origin.url")).isEqualTo(url);
            assertThat(copy.resolve(".git/hooks")).doesNotExist();
            assertThat(left()).containsExactly("deps");
        }
    }

    @Test
    void clonesARepositoryOfTheWorkspaceWhateverItsName() throws Exception {
        Path odd = Files.createDirectories(root.resolve("o'd d%41 $(x)"));
        git(source, "clone", "-q", "--bare", ".", odd.resolve("project.git").toString());
        try (Opened deft = open(AgentSpec.trusted())) {
            Envelope cloned =
                    deft.clone("file://" + encoded(odd.resolve("project.git").toString()), "copy");

            assertThat(text(cloned)).contains("Second");
            assertThat(root.resolve("copy/a.txt")).hasContent("two\n");
        }
    }

    private static String encoded(String path) {
        return path.replace("%", "%25").replace(" ", "%20");
    }

    @Test
    void reachesNoAddressOfThisMachineWithoutAGrant() throws Exception {
        try (GitServer server = GitServer.of(directory.resolve("served"));
                Opened deft = open(AgentSpec.trusted())) {
            for (String host : List.of("127.0.0.1", "localhost", "2130706433", "[::1]")) {
                String url =
                        "http://" + server.address().replace("127.0.0.1", host) + "/project/.git";

                Envelope refused = deft.clone(url, "copy");

                assertThat(code(refused)).as(host).isEqualTo(ErrorCode.CAPABILITY_DENIED);
            }
            assertThat(left()).isEmpty();
        }
    }

    @Test
    void obeysRulesAboutHostsAndPaths() throws Exception {
        try (GitServer server = GitServer.of(directory.resolve("served"));
                Opened deft =
                        open(
                                granting(server.address())
                                        .deny("net.fetch", "127.0.0.1")
                                        .deny("fs.write", "src/**"))) {
            assertThat(code(deft.clone("http://" + server.address() + "/project/.git", "copy")))
                    .isEqualTo(ErrorCode.PERMISSION_DENIED);
            assertThat(code(deft.clone("file://" + root + "/x", "src/copy")))
                    .isEqualTo(ErrorCode.PERMISSION_DENIED);
            assertThat(code(deft.clone("file:///etc", "copy")))
                    .isEqualTo(ErrorCode.CAPABILITY_DENIED);
            assertThat(left()).isEmpty();
        }
    }

    @Test
    void followsNoRedirectToAnotherHost() throws Exception {
        HttpServer redirecting =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try (GitServer server = GitServer.of(directory.resolve("served"))) {
            redirecting.createContext(
                    "/",
                    it -> {
                        it.getResponseHeaders()
                                .add("Location", "http://" + server.address() + it.getRequestURI());
                        it.sendResponseHeaders(302, -1);
                        it.close();
                    });
            redirecting.start();
            String address = "127.0.0.1:" + redirecting.getAddress().getPort();
            try (Opened deft = open(granting(address, server.address()))) {
                Envelope refused = deft.clone("http://" + address + "/project/.git", "copy");

                assertThat(refused.result()).isInstanceOf(ToolResult.Failure.class);
                assertThat(left()).isEmpty();
            }
        } finally {
            redirecting.stop(0);
        }
    }

    @Test
    void leavesNothingBehindWhenItIsInterrupted() throws Exception {
        var asked = new CountDownLatch(1);
        var never = new CountDownLatch(1);
        HttpServer silent =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        silent.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        silent.createContext(
                "/",
                it -> {
                    asked.countDown();
                    try {
                        never.await();
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                });
        silent.start();
        String address = "127.0.0.1:" + silent.getAddress().getPort();
        try (Opened deft = open(granting(address))) {
            assumeTrue(deft.isSandboxed(), "single hosts are reached through bubblewrap");
            var answer = new AtomicReference<Envelope>();
            Thread call =
                    Thread.ofVirtual()
                            .start(() -> answer.set(deft.clone("http://" + address + "/x", "a/b")));
            asked.await();
            deft.session().interrupt();
            call.join();

            assertThat(code(answer.get())).isEqualTo(ErrorCode.ABORTED);
            assertThat(left()).isEmpty();
        } finally {
            never.countDown();
            silent.stop(0);
        }
    }

    /// Without a sandbox nothing but git's own settings keeps these programs from running.
    @Test
    void runsNothingThatTheRepositoryOrTheUserConfigures() throws Exception {
        Path ran = directory.resolve("ran");
        String program = "touch " + ran;
        Path template = Files.createDirectories(home.resolve("template/hooks"));
        Path hook = Files.writeString(template.resolve("post-checkout"), "#!/bin/sh\n" + program);
        assertThat(hook.toFile().setExecutable(true)).isTrue();
        Files.writeString(
                home.resolve(".gitconfig"),
                """
                [init]
                templateDir = %s
                [core]
                hooksPath = %s
                fsmonitor = %s
                [filter "evil"]
                smudge = %s; cat
                required = true
                [filter "lfs"]
                smudge = %s; cat
                """
                        .formatted(home.resolve("template"), template, program, program, program));
        Files.writeString(
                source.resolve(".gitattributes"), "a.txt filter=evil\n*.bin filter=lfs\n");
        Files.writeString(source.resolve("large.bin"), "version https://git-lfs\n");
        Files.writeString(
                source.resolve(".gitmodules"),
                "[submodule \"x\"]\npath = x\nurl = ext::sh -c '" + program + "'\n");
        git(source, "add", "-A");
        git(source, "commit", "-q", "-m", "Hostile");
        git(source, "clone", "-q", "--bare", ".", root.resolve("project.git").toString());

        for (SandboxMode mode : List.of(SandboxMode.AUTO, SandboxMode.OFF)) {
            try (Opened deft = open(AgentSpec.trusted().sandbox(mode))) {
                String url = "file://" + root.resolve("project.git");
                assertThat(text(deft.clone(url, "copy-" + mode))).contains("Hostile");
                assertThat(root.resolve("copy-" + mode + "/a.txt")).hasContent("two\n");
                assertThat(ran).doesNotExist();
            }
        }
    }

    @Test
    void refusesATreeThatWritesIntoTheRepository() throws Exception {
        String blob = gitReading(source, "#!/bin/sh\n", "hash-object", "-w", "--stdin");
        for (String name : List.of(".GIT", "..", ".git", "GIT~1", ".g\u200cit")) {
            String hooks =
                    gitReading(source, "100755 blob " + blob + "\tpost-checkout\n", "mktree");
            String inner = gitReading(source, "040000 tree " + hooks + "\thooks\n", "mktree");
            String tree = gitReading(source, "040000 tree " + inner + "\t" + name + "\n", "mktree");
            String commit = git(source, "commit-tree", "-m", "Hostile", tree);
            git(source, "update-ref", "refs/heads/trunk", commit);
            Path bare = root.resolve("hostile.git");
            Files.createDirectories(bare);
            git(bare, "init", "-q", "--bare", "-b", "trunk");
            git(source, "push", "-q", "-f", bare.toString(), "trunk");
            try (Opened deft = open(AgentSpec.trusted())) {
                Envelope refused = deft.clone("file://" + bare, "copy");

                assertThat(code(refused)).as(name).isEqualTo(ErrorCode.IO_ERROR);
                assertThat(left()).containsExactly("hostile.git");
            }
        }
    }

    @Test
    void needsAFreePlace() throws Exception {
        git(source, "clone", "-q", "--bare", ".", root.resolve("project.git").toString());
        Files.createDirectories(root.resolve("empty"));
        Files.createDirectories(root.resolve("full"));
        Files.writeString(root.resolve("full/mine.txt"), "mine");
        String url = "file://" + root.resolve("project.git");
        try (Opened deft = open(AgentSpec.trusted())) {
            assertThat(text(deft.clone(url, "empty"))).contains("Second");
            assertThat(code(deft.clone(url, "full"))).isEqualTo(ErrorCode.CONFLICT);
            assertThat(code(deft.clone(url, "."))).isEqualTo(ErrorCode.CONFLICT);
            assertThat(code(deft.clone(url, "../out"))).isEqualTo(ErrorCode.CAPABILITY_DENIED);
            assertThat(code(deft.clone(url, "-x"))).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
            assertThat(code(deft.clone("file://" + root + "/none", "copy")))
                    .isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(root.resolve("full")).isDirectoryContaining("glob:**mine.txt");
            assertThat(left()).containsExactly("empty", "full", "project.git");
        }
    }

    @Test
    void saysWhySshCannotWorkInTheSandbox() throws Exception {
        try (Opened deft = open(granting("127.0.0.1:2222"))) {
            assumeTrue(deft.isSandboxed(), "without a sandbox the keys of the user are there");

            Envelope refused = deft.clone("ssh://git@127.0.0.1:2222/x.git", "copy");

            assertThat(code(refused)).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(((ToolResult.Failure) refused.result()).message())
                    .contains("the user's keys");
        }
    }

    private static AgentSpec granting(String... addresses) {
        return AgentSpec.trusted()
                .within(RequirementSet.EVERYTHING.plus(RequirementSet.fetching(addresses)));
    }

    private Opened open(AgentSpec agent) throws IOException {
        Engine engine =
                Engine.builder()
                        .environment(
                                Map.of(
                                        "DEFT_HOME", directory.resolve("deft").toString(),
                                        "HOME", home.toString(),
                                        "PATH", System.getenv("PATH")))
                        .notices(_ -> {})
                        .build();
        Workspace workspace = engine.workspace(root);
        return new Opened(engine, workspace, workspace.session().agent(agent).open());
    }

    /// What is in the workspace, besides Deft's own state.
    private List<String> left() throws IOException {
        try (Stream<Path> entries = Files.list(root)) {
            return entries.map(it -> it.getFileName().toString())
                    .filter(it -> !it.equals(".deft"))
                    .sorted()
                    .toList();
        }
    }

    private static ErrorCode code(Envelope envelope) {
        assertThat(envelope.result()).isInstanceOf(ToolResult.Failure.class);
        return ((ToolResult.Failure) envelope.result()).code();
    }

    private static String text(Envelope envelope) {
        assertThat(envelope.result()).as(envelope.toString()).isInstanceOf(ToolResult.Output.class);
        return ((ToolResult.Output) envelope.result()).text();
    }

    /// A session on the workspace.
    private record Opened(Engine engine, Workspace workspace, Session session)
            implements AutoCloseable {

        Envelope clone(String url, String path) {
            return session.call("repo_clone", Map.of("url", url, "path", path));
        }

        boolean isSandboxed() {
            return text(session.call(
                                    "bash",
                                    Map.of("command", "ls /proc/self/ns >/dev/null; echo $$")))
                            .strip()
                            .length()
                    < 4;
        }

        @Override
        public void close() throws IOException {
            try (engine;
                    workspace;
                    session) {
                // Nothing but the closing.
            }
        }
    }
}
