package dev.deft.engine.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.ObservedModel;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FirstRequestTest {

    private static final Duration NEVER = Duration.ofDays(1);

    /// A tool whose call leaves nothing to prepare.
    private static final String LAST = "last";

    private final List<String> happened = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger waits = new AtomicInteger();
    private final CountDownLatch preparation = new CountDownLatch(1);
    private final CountDownLatch thinking = new CountDownLatch(1);

    @Test
    void preparesOnceWhileTheModelTakesItsTime() throws Exception {
        Model model = prepared(this::answerAfterPreparation, Duration.ZERO);

        ask(model);
        ask(model);

        assertThat(happened).containsExactly("asked", "prepared", "answered", "asked", "answered");
    }

    @Test
    void preparesAfterTheFirstPartOfAnAnswerIfNothingTellsThatTheRequestWasSent() throws Exception {
        ask(
                prepared(
                        listener -> {
                            happened.add("asked");
                            listener.text("hello");
                            preparation.await();
                            happened.add("answered");
                            return saying(new Part.Text("hello"));
                        },
                        Duration.ZERO));

        assertThat(happened).containsExactly("asked", "prepared", "answered");
    }

    @Test
    void preparesNothingForAnAnswerThatComesAtOnceWithoutACall() throws Exception {
        Model model =
                prepared(
                        listener -> {
                            listener.sent();
                            listener.text("hello");
                            return saying(new Part.Text("hello"));
                        },
                        NEVER);

        ask(model);

        assertThat(happened).isEmpty();
    }

    @Test
    void preparesAtOnceWhenACallBeginsToArrive() throws Exception {
        ask(
                prepared(
                        listener -> {
                            listener.sent();
                            listener.calling("bash");
                            happened.add("answered");
                            return saying(new Part.Text("hello"));
                        },
                        NEVER));

        assertThat(happened).containsExactly("prepared", "calling bash", "answered");
    }

    @Test
    void preparesAtOnceForAnAnswerWithACallOfWhichNothingTold() throws Exception {
        ask(prepared(_ -> saying(new Part.Call("1", "bash", "{}")), NEVER));

        assertThat(happened).containsExactly("prepared");
    }

    @Test
    void preparesForALaterRequestWhatTheFirstDidNotNeed() throws Exception {
        Model model =
                prepared(
                        listener -> {
                            listener.sent();
                            if (!happened.isEmpty()) {
                                listener.calling("read");
                            }
                            happened.add("answered");
                            return saying(new Part.Text("hello"));
                        },
                        NEVER);

        ask(model);
        ask(model);

        assertThat(happened).containsExactly("answered", "prepared", "calling read", "answered");
    }

    @Test
    void tellsOnceThatTheModelThinksAboutTheResultOfACall() throws Exception {
        Model model =
                prepared(
                        listener -> {
                            boolean first = happened.isEmpty();
                            listener.sent();
                            if (first) {
                                listener.calling("read");
                            } else {
                                thinking.await();
                            }
                            happened.add("answered");
                            return saying(new Part.Text("hello"));
                        },
                        Duration.ZERO);

        ask(model);
        ask(model);
        ask(model);

        assertThat(happened).endsWith("thinking", "answered", "answered").contains("calling read");
        assertThat(happened).filteredOn("thinking"::equals).hasSize(1);
    }

    @Test
    void doesNotTellOfThoughtsBeforeACallOrWhenTheAnswerComesAtOnce() throws Exception {
        Model model =
                prepared(
                        listener -> {
                            listener.sent();
                            return saying(new Part.Call("1", "bash", "{}"));
                        },
                        NEVER);

        ask(model);
        ask(model);

        assertThat(happened).containsExactly("prepared");
    }

    @Test
    void waitsForNothingMoreOnceACallHasLeftNothingToPrepare() throws Exception {
        Model model =
                prepared(
                        listener -> {
                            listener.sent();
                            listener.calling(LAST);
                            return saying(new Part.Text("hello"));
                        },
                        NEVER);

        ask(model);
        ask(model);
        ask(model);

        assertThat(waits).hasValue(1);
    }

    @Test
    void preparesNothingForARequestThatFails() {
        Model model =
                prepared(
                        listener -> {
                            listener.sent();
                            throw new ModelException(
                                    ModelException.Kind.DENIED, "the key is wrong");
                        },
                        NEVER);

        assertThat(failure(model)).isEqualTo("the key is wrong");
        assertThat(happened).isEmpty();
    }

    private static String failure(Model model) {
        try {
            ask(model);
            return "";
        } catch (ModelException | InterruptedException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private Answer answerAfterPreparation(AnswerListener listener) throws InterruptedException {
        happened.add("asked");
        listener.sent();
        preparation.await();
        happened.add("answered");
        return saying(new Part.Text("hello"));
    }

    private static Answer saying(Part part) {
        return new Answer(
                new Message.Assistant(List.of(part)), Answer.Stop.DONE, Usage.NONE, "test");
    }

    private static void ask(Model model) throws ModelException, InterruptedException {
        var _ =
                model.ask(
                        new Prompt(List.of(), List.of(), List.of(), 100, Prompt.Sampling.UNSET),
                        AnswerListener.NONE);
    }

    private Model prepared(Asked asked, Duration delay) {
        return ObservedModel.of(
                new FakeModel(asked),
                new FirstRequest(
                        () -> {
                            happened.add("prepared");
                            preparation.countDown();
                        },
                        it -> {
                            happened.add("calling " + it);
                            return it.equals(LAST);
                        },
                        () -> {
                            happened.add("thinking");
                            thinking.countDown();
                        },
                        delay,
                        it -> {
                            waits.incrementAndGet();
                            return Thread.ofVirtual().unstarted(it);
                        }));
    }

    private interface Asked {

        Answer by(AnswerListener listener) throws ModelException, InterruptedException;
    }

    private record FakeModel(Asked asked) implements Model {

        @Override
        public String name() {
            return "test/model";
        }

        @Override
        public Answer ask(Prompt prompt, AnswerListener listener)
                throws ModelException, InterruptedException {
            return asked.by(listener);
        }

        @Override
        public void close() {}
    }
}
