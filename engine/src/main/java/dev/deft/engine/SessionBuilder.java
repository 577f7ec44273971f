package dev.deft.engine;

import dev.deft.agent.loop.RunBudget;
import dev.deft.agent.model.Model;
import dev.deft.agent.schedule.JobAgent;
import dev.deft.agent.session.SessionId;
import dev.deft.engine.files.EditorFiles;
import dev.deft.engine.session.DirectoryGrants;
import dev.deft.os.FurtherDirectories;
import dev.deft.policy.Action;
import dev.deft.policy.Rule;
import dev.deft.run.Approver;
import dev.deft.run.Gate;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ToolSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Describes a session and opens it. Not thread-safe.
public final class SessionBuilder {

    private final EngineParts engine;
    private final SharedRoot shared;
    private final List<Gate> gates = new ArrayList<>();
    private AgentSpec agent = AgentSpec.standard();
    private Optional<SessionId> id = Optional.empty();
    private Optional<Model> model = Optional.empty();
    private Approver approver = Approver.HEADLESS;
    private Consumer<String> notices;
    private Optional<List<Rule>> projectRules = Optional.empty();
    private Runnable after = () -> {};
    private OptionalInt restarts = OptionalInt.empty();
    private Optional<RunBudget> budget = Optional.empty();
    private final List<Path> directories = new ArrayList<>();
    private final List<ToolSource> sources = new ArrayList<>();
    private EditorFiles editor = EditorFiles.NONE;
    private boolean waiting;
    private boolean goesOn;

    SessionBuilder(EngineParts engine, SharedRoot shared) {
        this.engine = engine;
        this.shared = shared;
        this.notices = engine.notices();
    }

    /// Sets the agent; the default is [AgentSpec#standard()].
    ///
    /// @param spec the agent
    /// @return this
    public SessionBuilder agent(AgentSpec spec) {
        agent = spec;
        return this;
    }

    /// Sets the model of this session, instead of that of the engine. The caller closes it, after
    /// the session.
    ///
    /// @param own the model
    /// @return this
    public SessionBuilder model(Model own) {
        model = Optional.of(own);
        return this;
    }

    /// Sets the approver for calls that the rules leave open. Without one such calls are denied.
    ///
    /// @param who decides, on the thread of the call
    /// @return this
    public SessionBuilder approver(Approver who) {
        approver = who;
        return this;
    }

    /// Continues the session with this id, or starts it. Without an id, a session of an engine with
    /// a model gets a new one; without a model it has no log until a call writes files, runs
    /// commands or uses the network.
    ///
    /// @param name letters, digits, `-` and `_`
    /// @return this
    /// @throws IllegalArgumentException if it is not a valid id
    public SessionBuilder id(String name) {
        id = Optional.of(new SessionId(name));
        return this;
    }

    /// Sets the receiver of notices about this session, one sentence each.
    ///
    /// @param receiver may be called on any thread
    /// @return this
    public SessionBuilder notices(Consumer<String> receiver) {
        notices = receiver;
        return this;
    }

    /// Grants directories outside the root, in which the session and its sub-agents may work as in
    /// the root: under the same rules, with absolute paths. The grant is for this object only: a
    /// session that is continued has the directories of its new builder.
    ///
    /// @param more existing directories; relative ones are relative to the root
    /// @return this
    /// @throws IllegalArgumentException if one is no directory, contains the root, is `/`, or has
    ///   files of Deft itself
    public SessionBuilder directories(Path... more) {
        var grants = new DirectoryGrants(shared.root(), engine.environment());
        for (Path it : more) {
            grants.checked(it)
                    .ifPresentOrElse(
                            directories::add,
                            () ->
                                    notices.accept(
                                            "%s is part of the workspace already.".formatted(it)));
        }
        return this;
    }

    /// Adds tools that only this session and its sub-agents have, such as those of an MCP server
    /// that an editor names. The caller closes the source, after the session.
    ///
    /// @param source the source
    /// @return this
    public SessionBuilder tools(ToolSource source) {
        sources.add(source);
        return this;
    }

    /// Lets the calls of this session and its sub-agents see files as the user has them in an
    /// editor, with changes that are not saved, and tells the editor what they change.
    ///
    /// @param open the editor
    /// @return this
    public SessionBuilder editor(EditorFiles open) {
        editor = open;
        return this;
    }

    /// Adds a gate for the calls of this session. It can deny calls and never allows one that
    /// another gate denies.
    ///
    /// @param gate is asked before each call, on the thread of the call
    /// @return this
    public SessionBuilder gate(Gate gate) {
        gates.add(gate);
        return this;
    }

    /// Restricts the session to what a scheduled job may do: the agent keeps its prompt, its model
    /// and its denials, and takes everything else from the job. Nobody is asked.
    SessionBuilder within(JobAgent job) {
        List<Rule> denied =
                Stream.concat(
                                agent.grants().further().stream(),
                                agent.grants().policy().rules().orElse(List.of()).stream())
                        .filter(it -> it.action() == Action.DENY)
                        .toList();
        agent =
                agent.grants(
                                new AgentSpec.Grants(
                                        job.policy(), denied, RequirementSet.NONE, job.roots()))
                        .toolset(
                                new AgentSpec.Toolset(
                                        job.tools().map(Set::copyOf),
                                        job.dialect(),
                                        job.collection()));
        approver = Approver.HEADLESS;
        projectRules = Optional.of(job.projectRules());
        return this;
    }

    /// Lets the agent restart the program: its run then stops with the status `RESTART`, and the
    /// program continues it with [Session#resume] after it has started again.
    ///
    /// @param left how many restarts are left; later requests are refused
    /// @return this
    public SessionBuilder restarts(int left) {
        restarts = OptionalInt.of(left);
        return this;
    }

    /// Lets the session use the budget of another one; by default it has one of its own.
    ///
    /// @param shared a child of the budget of the session that starts it
    SessionBuilder budget(RunBudget shared) {
        budget = Optional.of(shared);
        return this;
    }

    /// Lets a run wait for the sub-agents that it started in the background, and go on with their
    /// results before it ends. Without this, each result starts a run of its own when it arrives.
    ///
    /// @return this
    public SessionBuilder awaitingSubAgents() {
        waiting = true;
        return this;
    }

    /// Opens the session to go on with the run in which its program died, with
    /// [Session#interrupted] and [Session#resume]: calls that were never started can still be run.
    ///
    /// @return this
    public SessionBuilder goingOn() {
        goesOn = true;
        return this;
    }

    /// Runs an action when the session is closed.
    SessionBuilder closing(Runnable owner) {
        after = owner;
        return this;
    }

    /// Opens the session.
    ///
    /// @return the session, to be closed by the caller
    /// @throws IOException if it cannot be opened, for example because another process has it open
    /// @throws IllegalArgumentException if the agent names something that does not exist, or a
    ///   directory cannot be granted
    public Session open() throws IOException {
        FurtherDirectories further =
                new DirectoryGrants(shared.root(), engine.environment()).open(directories);
        boolean opened = false;
        try {
            Session session = open(further);
            opened = true;
            return session;
        } finally {
            if (!opened) {
                further.close();
            }
        }
    }

    private Session open(FurtherDirectories further) throws IOException {
        return Session.open(
                engine,
                shared,
                new SessionSetup(
                        agent,
                        id,
                        model,
                        approver,
                        notices,
                        gates,
                        projectRules,
                        budget.orElseGet(() -> RunBudget.of(agent.loop().budget(), engine.clock())),
                        restarts,
                        Optional.empty(),
                        waiting,
                        further,
                        sources,
                        editor,
                        goesOn,
                        List.of()),
                () -> {
                    further.close();
                    after.run();
                });
    }
}
