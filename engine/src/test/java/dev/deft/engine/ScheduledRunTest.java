package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.schedule.JobRun;
import dev.deft.agent.schedule.Jobs;
import dev.deft.agent.schedule.SchedulerEvent;
import dev.deft.agent.schedule.StoredJob;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.host.WaitableClock;
import dev.deft.policy.Action;
import dev.deft.policy.ProjectRules;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import dev.deft.run.Approval;
import dev.deft.testkit.ScriptedModel;
import dev.deft.tool.Envelope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Jobs that run: where, as what, and with which rights.
class ScheduledRunTest {

    private static final Instant START = Instant.parse("2026-01-01T08:59:00Z");
    private static final Instant AFTER_ONE = Instant.parse("2026-01-01T09:00:30Z");

    @TempDir Path root;
    private final List<String> notices = new ArrayList<>();
    private final List<SchedulerEvent> events = new ArrayList<>();

    /// Moves on when somebody waits.
    private static final class TestClock implements WaitableClock {

        private Instant now = START;

        @Override
        public synchronized Instant instant() {
            return now;
        }

        @Override
        public synchronized void sleep(Duration duration) {
            now = now.plus(duration);
        }
    }

    private Engine engine(ScriptedModel model) throws IOException {
        return Engine.builder()
                .environment(
                        Map.of(
                                "DEFT_HOME",
                                root.resolve(".home").toString(),
                                "PATH",
                                System.getenv("PATH")))
                .clock(new TestClock())
                .model(model)
                .notices(notices::add)
                .build();
    }

    private static Jobs.Request daily(String id, String prompt) {
        return new Jobs.Request("0 9 * * *", Optional.empty(), prompt, Optional.of(id));
    }

    private void run(Workspace workspace) throws InterruptedException {
        workspace.schedules().run(AFTER_ONE, JobSetup.STANDARD, events::add);
    }

    private static List<String> userMessages(Workspace workspace, String session)
            throws IOException {
        return workspace.sessions().quietHistory(new SessionId(session)).branch().stream()
                .map(Entry::body)
                .filter(Entry.User.class::isInstance)
                .map(Entry.User.class::cast)
                .map(it -> it.source() + ": " + SessionHistory.text(it.parts()))
                .toList();
    }

    @Test
    void aJobRunsInASessionOfItsOwnWithItsSource() throws IOException, InterruptedException {
        ScriptedModel model = Agents.model().says("all is well");
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root)) {
            workspace.schedules().add(daily("nightly", "look around"), AgentSpec.standard());

            run(workspace);

            JobRun run = workspace.schedules().runs(10).getFirst();
            assertThat(run.status()).isEqualTo(JobRun.Status.DONE);
            assertThat(run.due()).isEqualTo(Instant.parse("2026-01-01T09:00:00Z"));
            assertThat(run.text()).isEqualTo("all is well");
            assertThat(userMessages(workspace, run.session()))
                    .containsExactly("cron:nightly: look around");
            assertThat(model.prompts().getFirst().messages().toString())
                    .contains("[from cron:nightly]", "look around");
        }
    }

    @Test
    void inInventoryAJobWakesTheSessionThatMadeIt() throws IOException, InterruptedException {
        ScriptedModel model =
                Agents.model()
                        .calls(
                                "cron",
                                Map.of(
                                        "action",
                                        "add",
                                        "schedule",
                                        "0 9 * * *",
                                        "prompt",
                                        "wake up"))
                        .says("made")
                        .says("awake");
        AgentSpec agent =
                AgentSpec.trusted()
                        .toolset(
                                new AgentSpec.Toolset(
                                        Optional.empty(), "inventory", Optional.empty()));
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root)) {
            try (Session session = workspace.session().id("maker").agent(agent).open()) {
                session.run("make a job");
            }
            String job = workspace.schedules().list().getFirst().id();

            run(workspace);

            assertThat(userMessages(workspace, "maker"))
                    .containsExactly("user: make a job", "cron:" + job + ": wake up");
            assertThat(workspace.schedules().runs(1).getFirst().session()).isEqualTo("maker");
        }
    }

    @Test
    void aJobMayDoWhatItsMakerCouldDoUnasked() throws IOException, InterruptedException {
        assertThat(writesFile(AgentSpec.trusted(), AgentSpec.standard())).isTrue();
    }

    @Test
    void aJobMayNotDoWhatItsMakerWouldHaveBeenAskedAbout()
            throws IOException, InterruptedException {
        assertThat(writesFile(AgentSpec.standard(), AgentSpec.trusted())).isFalse();
    }

    @Test
    void whatTheRunningAgentIsDeniedStaysDenied() throws IOException, InterruptedException {
        AgentSpec careful = AgentSpec.standard().deny("fs.write", "made.txt");

        assertThat(writesFile(AgentSpec.trusted(), careful)).isFalse();
    }

    /// Whether a job that `maker` made writes a file where `runner` is the agent of the scheduler.
    private boolean writesFile(AgentSpec maker, AgentSpec runner)
            throws IOException, InterruptedException {
        ScriptedModel model =
                Agents.model()
                        .calls("write", Map.of("path", "made.txt", "content", "x"))
                        .says("tried");
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root)) {
            try (Session session =
                    workspace.session().agent(maker).approver(_ -> Approval.ONCE).open()) {
                Envelope added =
                        session.call(
                                "cron",
                                Map.of(
                                        "action",
                                        "add",
                                        "schedule",
                                        "0 9 * * *",
                                        "prompt",
                                        "write"));
                assertThat(added.text()).contains("first at 2026-01-01T09:00:00Z");
            }
            workspace
                    .schedules()
                    .run(AFTER_ONE, (session, _) -> session.agent(runner), events::add);
        }
        return Files.exists(root.resolve("made.txt"));
    }

    @Test
    void aRuleThatIsStoredLaterGivesAJobNothing() throws IOException, InterruptedException {
        ScriptedModel model =
                Agents.model()
                        .calls("write", Map.of("path", "made.txt", "content", "x"))
                        .says("tried");
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root)) {
            workspace.schedules().add(daily("a", "write"), AgentSpec.standard());
            ProjectRules.of(root.resolve(".home/data"), workspace.root())
                    .store(new Rule(Scope.PROJECT, Action.ALLOW, "fs.write", "**"));

            run(workspace);
        }
        assertThat(root.resolve("made.txt")).doesNotExist();
    }

    @Test
    void aJobThatCameWithTheWorkspaceNeverRunsUntilItIsAdopted()
            throws IOException, InterruptedException {
        ScriptedModel model = Agents.model().says("ran");
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root)) {
            workspace.schedules().add(daily("theirs", "be evil"), AgentSpec.trusted());
            Path jobs = root.resolve(".deft/schedules/jobs.json");
            Files.writeString(jobs, Files.readString(jobs).replace("be evil", "be worse"));

            run(workspace);

            assertThat(model.prompts()).isEmpty();
            assertThat(events.toString()).contains("The job theirs does not run");
            assertThat(workspace.schedules().adopt("theirs", AgentSpec.readOnly())).isPresent();
            assertThat(workspace.schedules().list())
                    .extracting(StoredJob::status)
                    .containsExactly(StoredJob.Status.OWN);
        }
    }

    @Test
    void aJobSpeaksToTheUserAndToItsMaker() throws IOException, InterruptedException {
        ScriptedModel model =
                Agents.model()
                        .says("hello")
                        .calls("message", Map.of("to", "console", "content", "to \u001b[2Jyou"))
                        .calls("message", Map.of("to", "cron:a", "content", "to my maker"))
                        .says("done");
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root)) {
            try (Session session =
                    workspace.session().id("maker").agent(AgentSpec.trusted()).open()) {
                session.run("begin");
                session.call(
                        "cron",
                        Map.of(
                                "action",
                                "add",
                                "schedule",
                                "0 9 * * *",
                                "prompt",
                                "tell",
                                "id",
                                "a"));
            }

            run(workspace);

            assertThat(notices).containsExactly("cron:a: to you");
            String job = workspace.schedules().runs(1).getFirst().session();
            assertThat(userMessages(workspace, "maker"))
                    .containsExactly("user: begin", "session:" + job + ": to my maker");
        }
    }
}
