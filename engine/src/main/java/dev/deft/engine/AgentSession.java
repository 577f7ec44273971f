package dev.deft.engine;

import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.context.ProjectInstructions.Instructions;
import dev.deft.agent.context.ProjectInstructions;
import dev.deft.agent.loop.AgentLoop;
import dev.deft.agent.loop.Calls;
import dev.deft.agent.loop.Recorder;
import dev.deft.agent.loop.Repetition;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.loop.SystemPrompt;
import dev.deft.agent.loop.ToolOffer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.session.SessionId;
import dev.deft.discovery.FoundTools;
import dev.deft.engine.prompt.AgentPrompt;
import dev.deft.policy.Policy;
import dev.deft.run.CallEvent;
import dev.deft.run.CallEvents;
import dev.deft.run.Dialect;
import dev.deft.run.DialectTool;
import dev.deft.run.Trouble;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/// An agent at work in a workspace, with a session that outlives it.
public final class AgentSession implements AutoCloseable {

    /// How many tools that are not defined are named.
    private static final int MOST_NAMED = 40;

    private final Product product;
    private final AgentLoop loop;
    private final CallEvents.Subscription progress;

    private AgentSession(Product product, AgentLoop loop, CallEvents.Subscription progress) {
        this.product = product;
        this.loop = loop;
        this.progress = progress;
    }

    /// Opens or continues a session.
    ///
    /// @param onlooker is told what happens, one event after the other
    public static AgentSession open(AgentSetup setup, Model model, Consumer<RunEvent> onlooker)
            throws IOException {
        var recorder = new Recorder(onlooker);
        Consumer<RunEvent> events = new InOrder(recorder);
        var repetition = new Repetition(setup.root());
        var around = new Surroundings(setup.root());
        Product product = product(setup, repetition, events);
        recorder.begin(product.session());
        boolean somebody = setup.leave().person().present();
        ToolOffer offer =
                DefaultAgent.offer(Product.builtIn(), somebody).where(product.possible(somebody));
        var calls =
                new Calls(
                        product.runner(),
                        repetition,
                        offer,
                        product.memory(),
                        Product.places(setup.root()),
                        events);
        CallEvents.Subscription progress = product.events().subscribe(it -> tell(it, events));
        var loop =
                new AgentLoop(
                        model,
                        product.session(),
                        calls,
                        system(setup, product, offer, around, events),
                        setup.loop(),
                        turn -> changes(product, turn, events),
                        events);
        Thread.ofVirtual().name("warm files").start(() -> warm(product));
        return new AgentSession(product, loop, progress);
    }

    /// While the model thinks about its first answer, the files get ready to be searched. Where
    /// that fails, the first call says why.
    private static void warm(Product product) {
        try {
            product.warm();
        } catch (IOException e) {
            Trouble.log(System.Logger.Level.DEBUG, () -> "the files did not get ready", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static Product product(
            AgentSetup setup, Repetition repetition, Consumer<RunEvent> events) throws IOException {
        SessionId session =
                setup.session().orElseGet(() -> SessionId.fresh(Instant.now(), new Random()));
        Policy policy =
                DefaultAgent.completed(
                        setup.leave().policy(),
                        setup.leave().further(),
                        Product.registry(InstantSource.system(), setup.root(), setup.environment())
                                .list());
        return Product.open(
                new Setup(
                                setup.root(),
                                setup.dialect(),
                                setup.collection(),
                                policy,
                                Optional.of(session),
                                AskingPerson.of(setup.leave().person(), events),
                                setup.environment(),
                                it -> events.accept(new RunEvent.Warning(it)))
                        .guardedBy(List.of(repetition)));
    }

    private static SystemPrompt system(
            AgentSetup setup,
            Product product,
            ToolOffer offer,
            Surroundings around,
            Consumer<RunEvent> events) {
        UserDirectories user = UserDirectories.from(setup.environment());
        boolean somebody = setup.leave().person().present();
        Instructions instructions =
                ProjectInstructions.read(setup.root(), user.config(), setup.told().instructions());
        instructions.warning().ifPresent(it -> events.accept(new RunEvent.Warning(it)));
        Dialect dialect = product.runner().dialect();
        Set<String> found = Set.copyOf(FoundTools.in(product.memory()));
        return new SystemPrompt(
                setup.told()
                        .prompt()
                        .orElseGet(() ->
                                new AgentPrompt(it -> name(it, offer.of(dialect, found)), somebody)
                                        .of(DefaultAgent.prompt())),
                instructions.text(),
                "",
                around.told(product, setup.environment(), somebody, Instant.now()),
                catalogue(offer.hidden(dialect, Set.of())));
    }

    private static Optional<String> name(String id, List<DialectTool> offered) {
        return offered.stream()
                .filter(it -> it.spec().id().equals(id))
                .map(DialectTool::name)
                .findFirst();
    }

    private static String catalogue(List<String> hidden) {
        return hidden.isEmpty()
                ? ""
                : "More tools, by `tool_search`: "
                        + String.join(", ", hidden.subList(0, Math.min(MOST_NAMED, hidden.size())))
                        + (hidden.size() > MOST_NAMED ? " and more." : ".");
    }

    /// Asked at the very end of a run, which may have been interrupted; the answer matters all the
    /// same.
    private static List<String> changes(Product product, int turn, Consumer<RunEvent> events) {
        boolean interrupted = Thread.interrupted();
        try {
            return product.changedSince(turn);
        } catch (IOException e) {
            events.accept(
                    new RunEvent.Warning("Which files changed is not known: " + e.getMessage()));
            return List.of();
        } catch (InterruptedException _) {
            interrupted = true;
            return List.of();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void tell(CallEvent event, Consumer<RunEvent> events) {
        if (event instanceof CallEvent.Progressed said) {
            events.accept(
                    new RunEvent.ToolProgress(
                            said.callId(), said.text(), said.title(), said.metadata()));
        }
    }

    public String id() {
        return product.session().id();
    }

    /// Runs one message to its end.
    public RunOutcome run(Message.User message) {
        return loop.run(message, "user");
    }

    @Override
    public void close() throws IOException {
        try (product) {
            progress.close();
        }
    }
}
