package dev.deft.engine;

import dev.deft.agent.model.Model;
import dev.deft.agent.session.SessionId;
import dev.deft.run.Approver;
import dev.deft.run.Gate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Describes a session and opens it; for one thread.
public final class SessionBuilder {

    private final EngineParts engine;
    private final SharedRoot shared;
    private final List<Gate> gates = new ArrayList<>();
    private AgentSpec agent = AgentSpec.standard();
    private Optional<SessionId> id = Optional.empty();
    private Optional<Model> model = Optional.empty();
    private Approver approver = Approver.HEADLESS;
    private Consumer<String> notices;
    private Runnable after = () -> {};

    SessionBuilder(EngineParts engine, SharedRoot shared) {
        this.engine = engine;
        this.shared = shared;
        this.notices = engine.notices();
    }

    /// Sets the agent whose session it is; [AgentSpec#standard()] unless set.
    ///
    /// @param spec the agent
    /// @return this
    public SessionBuilder agent(AgentSpec spec) {
        agent = spec;
        return this;
    }

    /// Sets the model of this session, instead of that of the engine. Whoever made it closes it,
    /// after the session.
    ///
    /// @param own the model
    /// @return this
    public SessionBuilder model(Model own) {
        model = Optional.of(own);
        return this;
    }

    /// Sets who is asked about what the rules leave open; unless set it is nobody, and such calls
    /// are denied.
    ///
    /// @param who decides, on the thread of the call
    /// @return this
    public SessionBuilder approver(Approver who) {
        approver = who;
        return this;
    }

    /// Goes on with the session of this id, or starts it under this id. Without one, a session of
    /// an engine with a model gets a new id; without a model it has no log until it leaves a trace
    /// outside.
    ///
    /// @param name letters, digits, `-` and `_`
    /// @return this
    /// @throws IllegalArgumentException when it is no id
    public SessionBuilder id(String name) {
        id = Optional.of(new SessionId(name));
        return this;
    }

    /// Sets who is told, in a sentence each, what a person should know about this session.
    ///
    /// @param told may be called on any thread
    /// @return this
    public SessionBuilder notices(Consumer<String> told) {
        notices = told;
        return this;
    }

    /// Adds a gate for the calls of this session. It can only narrow.
    ///
    /// @param gate is asked before each call, on the thread of the call
    /// @return this
    public SessionBuilder gate(Gate gate) {
        gates.add(gate);
        return this;
    }

    /// Closes something when the session is closed.
    SessionBuilder closing(Runnable owner) {
        after = owner;
        return this;
    }

    /// Opens the session.
    ///
    /// @return the session, to be closed by the caller
    /// @throws IOException when it cannot be opened, for example because another process has it
    /// @throws IllegalArgumentException when the agent asks for what there is not
    public Session open() throws IOException {
        return Session.open(
                engine,
                shared,
                new SessionSetup(agent, id, model, approver, notices, gates),
                after);
    }
}
