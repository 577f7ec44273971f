package dev.deft.app.agent;

import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.context.ProjectInstructions;
import dev.deft.agent.loop.AgentLoop;
import dev.deft.agent.loop.Calls;
import dev.deft.agent.loop.Recorder;
import dev.deft.agent.loop.Repetition;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.loop.SystemPrompt;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.session.SessionId;
import dev.deft.app.product.Product;
import dev.deft.app.product.Setup;
import dev.deft.guard.Policy;
import dev.deft.run.CallEvent;
import dev.deft.run.CallEvents;
import dev.deft.run.Trouble;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/// An agent at work in a workspace, with a session that outlives it.
public final class AgentSession implements AutoCloseable {

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
        Product product = product(setup, repetition, events);
        recorder.begin(product.session());
        product.session().readAs(product.runner().dialect()::read);
        var calls = new Calls(product.runner(), repetition, Product.places(setup.root()), events);
        CallEvents.Subscription progress = product.events().subscribe(it -> tell(it, events));
        var loop =
                new AgentLoop(
                        model,
                        product.session(),
                        calls,
                        system(setup),
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

    private static SystemPrompt system(AgentSetup setup) {
        UserDirectories user = UserDirectories.from(setup.environment());
        return new SystemPrompt(
                setup.told().prompt().orElseGet(DefaultAgent::prompt),
                ProjectInstructions.read(setup.root(), user.config(), setup.told().instructions()),
                "",
                Surroundings.of(setup.root(), Instant.now()),
                "");
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
        if (event instanceof CallEvent.Progressed(String id, String _, String text)) {
            events.accept(new RunEvent.ToolProgress(id, text));
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
