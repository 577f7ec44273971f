package dev.deft.agent.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.testing.InMemoryHost;
import dev.deft.tool.ToolResult;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CronToolTest {

    private final InMemoryScheduleStore store = new InMemoryScheduleStore();
    private final CronTool tool = new CronTool(new ManualClock("2026-01-01T00:00:00Z"));

    /// Makes jobs as a session would.
    private final class TestJobs implements Jobs {

        @Override
        public List<StoredJob> list() {
            return store.jobs();
        }

        @Override
        public ScheduledJob add(Request request) throws IOException {
            var job =
                    new ScheduledJob(
                            request.id().orElse("made"),
                            Schedule.parse(request.schedule(), request.zone().orElse("UTC")),
                            request.prompt(),
                            Optional.of("ses_1"),
                            false,
                            Instant.parse("2026-01-01T00:00:00Z"),
                            JobSamples.AGENT);
            if (store.jobs().stream().anyMatch(it -> it.id().equals(job.id()))) {
                throw new JobExistsException(job.id());
            }
            store.add(job);
            return job;
        }

        @Override
        public Optional<StoredJob> remove(String id) {
            return store.remove(id);
        }
    }

    private ToolResult call(
            CronTool.Action action, String schedule, String prompt, Optional<String> id)
            throws IOException {
        return tool.run(
                new CronTool.Params(
                        action,
                        Optional.of(schedule).filter(it -> !it.isEmpty()),
                        Optional.of(prompt).filter(it -> !it.isEmpty()),
                        id,
                        Optional.empty()),
                InMemoryHost.empty().providing(Jobs.class, new TestJobs()));
    }

    @Test
    void aJobIsAddedListedAndRemoved() throws IOException {
        ToolResult.Output added =
                (ToolResult.Output)
                        call(CronTool.Action.ADD, "0 9 * * *", "look\naround", Optional.of("a"));
        assertThat(added.text())
                .startsWith("Job a: 0 9 * * * (UTC), first at 2026-01-01T09:00:00Z.");

        ToolResult.Output listed =
                (ToolResult.Output) call(CronTool.Action.LIST, "", "", Optional.empty());
        assertThat(listed.text()).isEqualTo("a  0 9 * * * (UTC)  next 2026-01-01T09:00:00Z: look");

        assertThat(call(CronTool.Action.REMOVE, "", "", Optional.of("a")))
                .isInstanceOf(ToolResult.Output.class);
        assertThat(
                        ((ToolResult.Output) call(CronTool.Action.LIST, "", "", Optional.empty()))
                                .text())
                .isEqualTo("There are no jobs.");
    }

    @Test
    void aMistakeSaysWhatToDo() throws IOException {
        assertThat(call(CronTool.Action.ADD, "", "x", Optional.empty()))
                .isEqualTo(invalid("add needs schedule and prompt."));
        assertThat(call(CronTool.Action.ADD, "0 0 31 4 *", "x", Optional.empty()))
                .isEqualTo(
                        invalid(
                                "The schedule \"0 0 31 4 *\" never fires: no month it names has such a day."));
        assertThat(call(CronTool.Action.ADD, "@daily", "x".repeat(16_385), Optional.empty()))
                .isEqualTo(
                        invalid(
                                "The prompt has 16385 characters; at most 16384 are allowed. Put the details into a file and name it."));
        assertThat(call(CronTool.Action.ADD, "@daily", "x", Optional.of("../a")))
                .isEqualTo(
                        invalid(
                                "The id \"../a\" is wrong: an id has 1 to 64 letters, digits, - or _."));
        assertThat(call(CronTool.Action.REMOVE, "", "", Optional.empty()))
                .isEqualTo(invalid("remove needs the id of a job; list shows them."));
        assertThat(call(CronTool.Action.REMOVE, "", "", Optional.of("no\u001b[2J")))
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.NOT_FOUND,
                                "There is no job \"no\"; list shows the jobs there are."));
    }

    private static ToolResult invalid(String message) {
        return ToolResult.failure(ErrorCode.INVALID_ARGUMENTS, message);
    }

    @Test
    void aTakenIdIsAConflict() throws IOException {
        var _ = call(CronTool.Action.ADD, "@daily", "x", Optional.of("a"));

        assertThat(call(CronTool.Action.ADD, "@daily", "x", Optional.of("a")))
                .isInstanceOfSatisfying(
                        ToolResult.Failure.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.CONFLICT));
    }

    @Test
    void aLongListIsCut() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            store.add(JobSamples.job("job" + i, "@daily", "UTC"));
        }

        ToolResult.Output listed =
                (ToolResult.Output) call(CronTool.Action.LIST, "", "", Optional.empty());

        assertThat(listed.text()).endsWith("… and 900 more").hasSizeLessThan(20_000);
    }

    @Test
    void rulesDecideByTheAction() {
        assertThat(
                        tool.touches(
                                new CronTool.Params(
                                        CronTool.Action.ADD,
                                        Optional.of("@daily"),
                                        Optional.of("x"),
                                        Optional.empty(),
                                        Optional.empty()),
                                InMemoryHost.empty().files()))
                .containsExactly(Touch.naming("add"));
    }
}
