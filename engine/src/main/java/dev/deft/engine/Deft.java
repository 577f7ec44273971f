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

    /// Starts the description of a session in a directory.
    ///
    /// @param root the workspace; it must exist when the session is opened
    /// @return the builder, for use by one thread
    public static Deft in(Path root) {
        return new Deft(root);
    }

    /// Sets the agent; the default is [AgentSpec#standard()].
    ///
    /// @param spec the agent
    /// @return this
    public Deft agent(AgentSpec spec) {
        agent = spec;
        return this;
    }

    /// Sets the approver for calls that the rules leave open. Without one such calls are denied.
    ///
    /// @param who decides, on the thread of the call
    /// @return this
    public Deft approver(Approver who) {
        approver = who;
        return this;
    }

    /// Sets the model of the agent. The caller closes it, after the session.
    ///
    /// @param model the model
    /// @return this
    public Deft model(Model model) {
        engine.model(model);
        return this;
    }

    /// Adds tools to the built-in ones.
    ///
    /// @param more the tools
    /// @return this
    public Deft tools(Tool<?>... more) {
        engine.tools(more);
        return this;
    }

    /// Opens the session; closing it closes its engine.
    ///
    /// @return the session, to be closed by the caller
    /// @throws IOException if there is no such directory, or the session cannot be opened
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
