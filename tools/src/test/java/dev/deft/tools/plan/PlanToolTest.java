package dev.deft.tools.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.testing.InMemoryHost;
import dev.deft.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlanToolTest {

    private final PlanInMemory plans = new PlanInMemory();
    private final InMemoryHost host = InMemoryHost.empty().providing(Plans.class, plans);

    @Test
    void writesAndShowsThePlan() throws Exception {
        assertThat(plan(Optional.empty(), Optional.empty()).text())
                .isEqualTo("This session has no plan yet. Write one with content.");

        plan(Optional.of("1. Do it\n\n"), Optional.of("A plan"));

        assertThat(plans.text).contains("# A plan\n\n1. Do it\n");
        assertThat(plan(Optional.empty(), Optional.empty()).data())
                .isEqualTo(
                        new PlanTool.Data(
                                "plans/test.md",
                                "# A plan\n\n1. Do it\n",
                                List.of("plans/test.md")));
    }

    @Test
    void refusesAPlanThatIsTooLong() throws Exception {
        ToolResult result =
                new PlanTool()
                        .run(
                                new PlanTool.Params(
                                        Optional.of("é".repeat(Plans.MOST_BYTES)),
                                        Optional.empty()),
                                host);

        assertThat(((ToolResult.Failure) result).code()).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(plans.text).isEmpty();
    }

    @Test
    void comesBackWithWhatTheUserApproved() throws Exception {
        plan(Optional.of("1. Do it"), Optional.empty());
        plans.edited = Optional.of("1. Do it better\n");
        host.answering(List.of(List.of("Approve")));

        ToolResult.Output output = exit();

        var decision =
                new PlanDecision(true, "plans/test.md", "1. Do it better\n", Optional.empty());
        assertThat(output.data()).isEqualTo(decision);
        assertThat(output.text()).contains("edited and approved", "1. Do it better");
        assertThat(host.session().load(PlanDecision.NAME, PlanDecision.class)).contains(decision);
    }

    @Test
    void takesAnyOtherAnswerAsAComment() throws Exception {
        plan(Optional.of("1. Do it"), Optional.empty());
        host.answering(List.of(List.of("Use another library")))
                .answering(List.of(List.of("Reject")))
                .answering(List.of(List.of()));

        assertThat(exit().text())
                .isEqualTo(
                        "The user did not approve the plan. Change nothing yet. They wrote: Use"
                                + " another library");
        assertThat(((PlanDecision) exit().data()).approved()).isFalse();
        assertThat(((PlanDecision) exit().data()).approved()).isFalse();
    }

    @Test
    void isRefusedWithoutAPlanOrAUser() throws Exception {
        ToolResult missing = new PlanExitTool().run(new PlanExitTool.Params(), host);
        assertThat(((ToolResult.Failure) missing).code()).isEqualTo(ErrorCode.NOT_FOUND);

        plan(Optional.of("1. Do it"), Optional.empty());

        assertThatThrownBy(this::exit)
                .isInstanceOfSatisfying(
                        HostException.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.REFUSED));
        assertThat(host.session().load(PlanDecision.NAME, PlanDecision.class)).isEmpty();
    }

    private ToolResult.Output plan(Optional<String> content, Optional<String> title)
            throws Exception {
        return (ToolResult.Output) new PlanTool().run(new PlanTool.Params(content, title), host);
    }

    private ToolResult.Output exit() throws Exception {
        return (ToolResult.Output) new PlanExitTool().run(new PlanExitTool.Params(), host);
    }

    /// A plan in memory; `edited` is there from the second look on.
    private static final class PlanInMemory implements Plans {

        private Optional<String> text = Optional.empty();
        private Optional<String> edited = Optional.empty();
        private final List<PlanDecision> decisions = new ArrayList<>();

        @Override
        public String path() {
            return "plans/test.md";
        }

        @Override
        public Optional<String> read() {
            Optional<String> now = text;
            text = edited.or(() -> text);
            return now;
        }

        @Override
        public void write(String content) {
            text = Optional.of(content);
        }

        @Override
        public void decided(PlanDecision decision) {
            decisions.add(decision);
        }

        @Override
        public List<String> list() {
            return text.isPresent() ? List.of(path()) : List.of();
        }
    }
}
