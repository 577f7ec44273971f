package dev.deft.mcp.client;

import dev.deft.agent.config.McpServer;
import dev.deft.agent.model.Model;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.Session;
import dev.deft.engine.SessionBuilder;
import dev.deft.engine.Workspace;
import dev.deft.host.Question;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/// A session with the tools of some servers, and a user who answers.
final class ServerDesk implements AutoCloseable {

    final List<String> notices = Collections.synchronizedList(new ArrayList<>());
    final List<Approver.Request> asked = Collections.synchronizedList(new ArrayList<>());
    final List<Question> questions = Collections.synchronizedList(new ArrayList<>());
    final McpServers servers;
    final Session session;
    private final Engine engine;
    private final Workspace workspace;
    private Approval approval = Approval.ONCE;
    private List<List<String>> answers = List.of();
    private Runnable meanwhile = () -> {};

    /// How a desk is set up.
    record Plan(
            AgentSpec agent, UnaryOperator<McpSetup> how, Optional<Model> model, boolean headless) {

        /// A user is there, and rules allow all servers.
        static final Plan USUAL = new Plan(allowing("mcp:*"), it -> it, Optional.empty(), false);

        Plan with(AgentSpec other) {
            return new Plan(other, how, model, headless);
        }

        Plan with(UnaryOperator<McpSetup> other) {
            return new Plan(agent, other, model, headless);
        }

        Plan with(Model other) {
            return new Plan(agent, how, Optional.of(other), headless);
        }

        Plan withoutUser() {
            return new Plan(agent, how, model, true);
        }
    }

    private ServerDesk(Path root, List<McpServer> all, Plan plan)
            throws IOException, InterruptedException {
        Map<String, String> environment =
                Map.of(
                        "DEFT_HOME",
                        root.resolve("home").toString(),
                        "PATH",
                        System.getenv("PATH"),
                        "HOME",
                        root.toString());
        servers =
                McpServers.open(
                        all,
                        plan.how().apply(McpSetup.of(root, environment).telling(notices::add)));
        engine = Engine.builder().environment(environment).tools(servers).build();
        workspace = engine.workspace(root);
        servers.awaitTools(Duration.ofSeconds(30));
        SessionBuilder opening =
                workspace
                        .session()
                        .agent(plan.agent())
                        .approver(plan.headless() ? Approver.HEADLESS : new Person());
        plan.model().ifPresent(opening::model);
        session = opening.open();
    }

    static ServerDesk open(Path root, Plan plan, McpServer... servers)
            throws IOException, InterruptedException {
        return new ServerDesk(root, List.of(servers), plan);
    }

    static ServerDesk open(Path root, McpServer... servers)
            throws IOException, InterruptedException {
        return open(root, Plan.USUAL, servers);
    }

    static ServerDesk open(Path root, UnaryOperator<McpSetup> how, McpServer... servers)
            throws IOException, InterruptedException {
        return open(root, Plan.USUAL.with(how), servers);
    }

    static ServerDesk open(Path root, AgentSpec agent, McpServer... servers)
            throws IOException, InterruptedException {
        return open(root, Plan.USUAL.with(agent), servers);
    }

    static AgentSpec allowing(String permission) {
        return AgentSpec.standard().allow(permission, "*");
    }

    static McpServer.Program program(String name, List<String> command) {
        return new McpServer.Program(
                name,
                command.getFirst(),
                command.subList(1, command.size()),
                Map.of(),
                Optional.empty());
    }

    static McpServer.Remote remote(String name, String url) {
        return new McpServer.Remote(
                name,
                url,
                Map.of(),
                new McpServer.OAuth(false, Optional.empty(), Optional.empty()));
    }

    /// What the user says to approvals from now on.
    ServerDesk saying(Approval other) {
        approval = other;
        return this;
    }

    /// What the user answers to questions from now on.
    ServerDesk answering(List<List<String>> other) {
        answers = other;
        return this;
    }

    /// What happens while the user thinks about a question.
    ServerDesk meanwhile(Runnable other) {
        meanwhile = other;
        return this;
    }

    /// Waits for something that must come true; the timeout of the test ends it otherwise.
    static void until(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(Duration.ofMillis(5));
        }
    }

    List<String> ids() {
        return servers.tools().stream().map(it -> it.spec().id()).toList();
    }

    @Override
    public void close() throws IOException {
        try (engine;
                workspace) {
            session.close();
        } finally {
            servers.close();
        }
    }

    private final class Person implements Approver {

        @Override
        public Approval approve(Request request) {
            asked.add(request);
            return approval;
        }

        @Override
        public List<List<String>> answer(String callId, List<Question> all) {
            questions.addAll(all);
            meanwhile.run();
            return answers.isEmpty() ? all.stream().map(_ -> List.<String>of()).toList() : answers;
        }
    }
}
