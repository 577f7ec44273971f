package dev.deft.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.LanguageServers;
import dev.deft.host.LanguageServers.Place;
import dev.deft.host.LanguageServers.Position;
import dev.deft.host.LanguageServers.Problem;
import dev.deft.host.LanguageServers.Source;
import dev.deft.os.CallLifetime;
import dev.deft.policy.Ceiling;
import dev.deft.policy.CommandFiles;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.Scope;
import dev.deft.policy.SecretFiles;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.tool.RequirementSet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class WorkspaceServersTest {

    private static final Position START = new Position(0, 0);

    @TempDir Path directory;

    /// What the server was told, as it remembers it.
    private static List<String> log(LanguageServers servers, Source file) throws Exception {
        return servers.references(file, START).stream()
                .map(Place::path)
                .map(it -> it.substring(1))
                .toList();
    }

    @Test
    void shareOneServerBetweenSessions() throws Exception {
        try (var odd = new OddServer(directory, "usual")) {
            Source a = odd.source("a.odd", "one\n");
            Source b = odd.source("b.odd", "two\n");
            odd.call().hover(a, START);
            assertThat(log(odd.call(), b)).containsExactly("open/1", "open/2");
            assertThat(processes(odd)).hasSize(1);
        }
    }

    private static List<ProcessHandle> processes(OddServer odd) {
        return OddServer.processes(odd.root());
    }

    private static void assertEnded(List<ProcessHandle> processes) throws Exception {
        assertThat(processes).isNotEmpty();
        for (ProcessHandle it : processes) {
            it.onExit().get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void doNotShareAServerThatSeesMore() throws Exception {
        try (var odd = new OddServer(directory, "usual")) {
            odd.source("secret.key", "s3cret");
            Source a = odd.source("a.odd", "one\n");
            odd.call().hover(a, START);
            LanguageServers narrow =
                    odd.session(hiding("deny read secret.key")).forCall(new CallLifetime());
            assertThat(log(narrow, a)).containsExactly("open/1");
            assertThat(processes(odd)).hasSize(2);
        }
    }

    private static CommandFiles hiding(String rule) {
        return new CommandFiles(
                Ceiling.of(RequirementSet.EVERYTHING, PatternVariables.of(List.of(), List.of())),
                new RuleBook(List.of(Rule.parse(Scope.MANIFEST, rule))),
                SecretFiles.NONE);
    }

    @Test
    void startAServerAgainThatWasKilled() throws Exception {
        try (var odd = new OddServer(directory, "usual")) {
            Source a = odd.source("a.odd", "one\n");
            odd.call().hover(a, START);
            ProcessHandle server = processes(odd).getFirst();
            server.destroyForcibly();
            assertEnded(List.of(server));
            assertThat(odd.call().hover(a, START)).contains("one");
            assertThat(processes(odd)).hasSize(1).doesNotContain(server);
        }
    }

    @Test
    void stopAServerThatNobodyUses() throws Exception {
        try (var odd = new OddServer(directory, "usual")) {
            Source a = odd.source("a.odd", "one\n");
            odd.call().hover(a, START);
            odd.clock().advance(WorkspaceServers.IDLE.minusSeconds(1));
            odd.shared().stopIdle();
            assertThat(odd.shared().anyRunning()).isTrue();
            odd.clock().advance(Duration.ofSeconds(2));
            List<ProcessHandle> running = processes(odd);
            odd.shared().stopIdle();
            assertThat(odd.shared().anyRunning()).isFalse();
            assertEnded(running);
            assertThat(odd.call().hover(a, START)).contains("one");
        }
    }

    @Test
    void endTheirServersWhenTheyAreClosed() throws Exception {
        try (var odd = new OddServer(directory, "usual")) {
            Source a = odd.source("a.odd", "one\n");
            LanguageServers servers = odd.call();
            servers.hover(a, START);
            List<ProcessHandle> running = processes(odd);
            odd.shared().close();
            assertEnded(running);
            assertThatThrownBy(() -> servers.hover(a, START))
                    .hasMessage("The workspace is closed.");
        }
    }

    @Test
    void keepTheDocumentsOfAServerEqualToTheFiles() throws Exception {
        try (var odd = new OddServer(directory, "usual")) {
            Source a = odd.source("a.odd", "one\n");
            Source b = odd.source("b.odd", "two\n");
            Source c = odd.source("c.odd", "three\n");
            LanguageServers servers = odd.call();
            servers.hover(a, START);
            servers.hover(b, START);
            servers.hover(c, START);
            change(odd, "a.odd", "changed\n");
            Files.delete(odd.root().resolve("c.odd"));
            assertThat(servers.hover(b, START)).contains("two");
            change(odd, "b.odd", "also changed\n");
            assertThat(servers.hover(odd.source("b.odd"), START)).contains("also changed");
            assertThat(log(servers, odd.source("a.odd")))
                    .containsExactly(
                            "open/1",
                            "open/2",
                            "open/3",
                            "change/4",
                            "close/c.odd",
                            "watched/2/a.odd",
                            "watched/3/c.odd",
                            "change/5");
        }
    }

    /// Changes a file as another program does, at another time.
    private static void change(OddServer odd, String name, String text) throws IOException {
        Path file = odd.root().resolve(name);
        FileTime before = Files.getLastModifiedTime(file);
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(before.toInstant().plusSeconds(1)));
    }

    @Test
    void confineAServerToReading() throws Exception {
        try (var odd =
                        new OddServer(
                                directory,
                                "tells",
                                Map.of("ANTHROPIC_API_KEY", "sk-ant-not-real"));
                var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            odd.source("secret.key", "s3cret");
            Source a =
                    odd.source(
                            "a.odd",
                            "%s 127.0.0.1 %d".formatted(odd.root(), listener.getLocalPort()));
            LanguageServers servers =
                    odd.session(hiding("deny read secret.key")).forCall(new CallLifetime());
            assertThat(servers.hover(a, START).orElseThrow())
                    .isEqualTo(
                            """
                            {"reached":"ECONNREFUSED","written":"EROFS","secret":"hidden","keys":[],"home":false,"own":"yes"}\
                            """);
            assertThat(odd.root().resolve("planted.odd")).doesNotExist();
        }
    }

    @Test
    void neverRunAProgramOfTheWorkspace() throws Exception {
        try (var odd = new OddServer(directory, "usual")) {
            Path planted = odd.root().resolve("node_modules/.bin/planted");
            Files.createDirectories(planted.getParent());
            Files.writeString(planted, "#!/bin/sh\n");
            planted.toFile().setExecutable(true);
            Source a = odd.source("a.odd", "one\n");
            for (String program : List.of("./node_modules/.bin/planted", planted.toString())) {
                var definition = ServerDefinition.of("planted", List.of(program), "odd");
                LanguageServers servers =
                        odd.session(CommandFiles.everything(), List.of(definition))
                                .forCall(new CallLifetime());
                assertThatThrownBy(() -> servers.hover(a, START))
                        .isInstanceOfSatisfying(
                                HostException.class,
                                it -> assertThat(it.code()).isEqualTo(ErrorCode.UNAVAILABLE))
                        .hasMessageContaining("is not installed where Deft looks for it");
            }
        }
    }

    @Test
    void findTheErrorsThatAChangeBrings() throws Exception {
        try (var odd = new OddServer(directory, "usual")) {
            SessionServers session = odd.session();
            var errors = new NewErrors(session);
            Source before = odd.source("a.odd", "bad1\n");
            Source after = odd.source("a.odd", "\nbad1 bad2\n");
            var changed = List.of(new NewErrors.ChangedSource(after, Optional.of(before.text())));
            assertThat(errors.of(changed, List.of("a.odd"))).as("no server runs").isEmpty();
            assertThat(odd.shared().anyRunning()).isFalse();
            session.forCall(new CallLifetime()).hover(odd.source("b.odd", "two"), START);
            assertThat(errors.of(changed, List.of("a.odd")))
                    .extracting(NewErrors.Found::problem)
                    .containsExactly(new Problem("error", "bad2", "odd", "", new Position(1, 5)));
            var next =
                    List.of(
                            new NewErrors.ChangedSource(
                                    odd.source("a.odd", "bad1 bad2 bad3"),
                                    Optional.of(after.text())));
            assertThat(errors.of(next, List.of("a.odd")))
                    .extracting(it -> it.problem().message())
                    .containsExactly("bad3");
        }
    }

    @Test
    void haveNoEffectBeforeACallIsApproved() throws Exception {
        try (var odd = new OddServer(directory, "usual")) {
            Source a = odd.source("a.odd", "one\n");
            LanguageServers servers = odd.session().forCall(CallLifetime.withoutEffects());
            assertThatThrownBy(() -> servers.hover(a, START))
                    .hasMessageContaining("not approved yet");
            assertThat(odd.shared().anyRunning()).isFalse();
        }
    }
}
