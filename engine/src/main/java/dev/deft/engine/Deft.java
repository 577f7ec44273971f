package dev.deft.engine;

import dev.deft.agent.model.Model;
import dev.deft.run.Approver;
import dev.deft.tool.Tool;
import java.io.IOException;
import java.nio.file.Path;

/// The simple case: one session in one directory, with an engine of its own.
///
/// ```java
/// try (Session session = Deft.in(Path.of(".")).agent(AgentSpec.readOnly()).open()) {
///     IO.println(session.call("ls", Map.of("path", ".")));
/// }
/// ```
public final class Deft {

    private final Path root;
    private final EngineBuilder engine = Engine.builder();
    private AgentSpec agent = AgentSpec.standard();
    private Approver approver = Approver.HEADLESS;

    private Deft(Path root) {
        this.root = root;
    }

    /// Begins to describe a session in a directory.
    ///
    /// @param root the workspace; it has to exist when the session is opened
    /// @return the description, for one thread
    public static Deft in(Path root) {
        return new Deft(root);
    }

    /// Sets the agent whose session it is; [AgentSpec#standard()] unless set.
    ///
    /// @param spec the agent
    /// @return this
    public Deft agent(AgentSpec spec) {
        agent = spec;
        return this;
    }

    /// Sets who is asked about what the rules leave open; unless set it is nobody, and such calls
    /// are denied.
    ///
    /// @param who decides, on the thread of the call
    /// @return this
    public Deft approver(Approver who) {
        approver = who;
        return this;
    }

    /// Sets the model of the agent. Whoever made it closes it, after the session.
    ///
    /// @param model to ask
    /// @return this
    public Deft model(Model model) {
        engine.model(model);
        return this;
    }

    /// Adds tools beside the built-in ones.
    ///
    /// @param more of them
    /// @return this
    public Deft tools(Tool<?>... more) {
        engine.tools(more);
        return this;
    }

    /// Opens the session; closing it closes its engine.
    ///
    /// @return the session, to be closed by the caller
    /// @throws IOException when there is no such directory, or the session cannot be opened
    public Session open() throws IOException {
        Engine own = engine.build();
        try {
            Workspace workspace = own.workspace(root);
            return workspace.session().agent(agent).approver(approver).closing(own::close).open();
        } catch (IOException | RuntimeException e) {
            own.close();
            throw e;
        }
    }
}
