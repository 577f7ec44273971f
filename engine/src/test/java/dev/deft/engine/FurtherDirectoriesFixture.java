package dev.deft.engine;

import dev.deft.host.ErrorCode;
import dev.deft.testkit.ScriptedModel;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A workspace `app`, a directory `lib` beside it that is granted, and one that is not.
abstract class FurtherDirectoriesFixture {

    @TempDir Path temporary;
    final List<String> notices = new CopyOnWriteArrayList<>();
    Path app;
    Path lib;
    Path other;

    @BeforeEach
    void makeDirectories() throws IOException {
        Path top = temporary.toRealPath();
        app = Files.createDirectories(top.resolve("app"));
        lib = Files.createDirectories(top.resolve("lib"));
        Files.createDirectories(lib.resolve("src"));
        other = Files.createDirectories(top.resolve("other"));
        Files.writeString(app.resolve("app.txt"), "needle in app\n");
        Files.writeString(lib.resolve("lib.txt"), "needle in lib\n");
        Files.writeString(lib.resolve("src/Lib.java"), "class Lib {} // needle\n");
        Files.writeString(other.resolve("secret.txt"), "the hidden word\n");
    }

    Map<String, String> environment() {
        return Map.of(
                "DEFT_HOME", app.resolveSibling("home").toString(), "PATH", System.getenv("PATH"));
    }

    EngineBuilder engine() {
        return Engine.builder().environment(environment()).notices(notices::add);
    }

    /// What a test does with a session.
    interface Body {

        void with(Session session) throws Exception;
    }

    /// Opens the session `s` with `lib` granted.
    void session(AgentSpec agent, Body body) throws Exception {
        session(agent, it -> it.directories(lib), body);
    }

    void session(AgentSpec agent, SubAgentFixture.More more, Body body) throws Exception {
        try (Engine engine = engine().model(new ScriptedModel()).build();
                Workspace workspace = engine.workspace(app)) {
            SessionBuilder builder = workspace.session().agent(agent).id("s");
            more.on(builder);
            try (Session session = builder.open()) {
                body.with(session);
            }
        }
    }

    static ErrorCode code(Envelope envelope) {
        return ((ToolResult.Failure) envelope.result()).code();
    }

    static List<String> names(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(it -> it.getFileName().toString()).sorted().toList();
        }
    }
}
