package dev.deft.engine;

import dev.deft.agent.loop.RunBudget;
import dev.deft.agent.model.Model;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionParent;
import dev.deft.engine.files.EditorFiles;
import dev.deft.os.FurtherDirectories;
import dev.deft.policy.Action;
import dev.deft.policy.Ceiling;
import dev.deft.policy.Policy;
import dev.deft.policy.Rule;
import dev.deft.run.Approver;
import dev.deft.run.Gate;
import dev.deft.tool.ToolSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// The description of a session to open.
///
/// @param id a session to continue or to start; empty for an unnamed one, which has no file until
///   it has an effect
/// @param model replaces that of the engine
/// @param approver decides about what the rules leave open
/// @param notices receives sentences for the user
/// @param gates in addition to those of the engine
/// @param projectRules the only stored rules of the project that may allow anything, for a session
///   that may do no more than somebody could before; empty for all
/// @param budget what its runs may use, shared with the sessions it starts
/// @param restarts how often the agent may restart the program; empty if the program cannot
/// @param parent what binds a sub-agent to its parent
/// @param waiting whether a run waits for sub-agents in the background before it ends
/// @param directories where it may work outside the root; closed by whoever opened them
/// @param sources of tools that only this session has; closed by whoever opened them
/// @param editor in which the user may have files open
/// @param goesOn whether it goes on with a run in which its program died
/// @param attached those of the directories that hold files which the user attached
record SessionSetup(
        AgentSpec agent,
        Optional<SessionId> id,
        Optional<Model> model,
        Approver approver,
        Consumer<String> notices,
        List<Gate> gates,
        Optional<List<Rule>> projectRules,
        RunBudget budget,
        OptionalInt restarts,
        Optional<SubAgentLink> parent,
        boolean waiting,
        FurtherDirectories directories,
        List<ToolSource> sources,
        EditorFiles editor,
        boolean goesOn,
        List<Path> attached) {

    SessionSetup {
        sources = List.copyOf(sources);
        attached = List.copyOf(attached);
        gates = List.copyOf(gates);
        projectRules = projectRules.map(List::copyOf);
    }

    /// Whether a stored rule of the project applies.
    boolean accepts(Rule stored) {
        return stored.action() != Action.ALLOW
                || projectRules.isEmpty()
                || projectRules.get().contains(stored);
    }

    /// The same session with another agent.
    SessionSetup with(AgentSpec other) {
        return new SessionSetup(
                other,
                id,
                model,
                approver,
                notices,
                gates,
                projectRules,
                budget,
                restarts,
                parent,
                waiting,
                directories,
                sources,
                editor,
                goesOn,
                attached);
    }

    /// The same session with the directories of files that the user attached.
    ///
    /// @param all its directories, with those that it had
    SessionSetup attaching(FurtherDirectories all, List<Path> of) {
        return new SessionSetup(
                agent,
                id,
                model,
                approver,
                notices,
                gates,
                projectRules,
                budget,
                restarts,
                parent,
                waiting,
                all,
                sources,
                editor,
                goesOn,
                of);
    }

    /// The same session with another agent and model.
    SessionSetup with(AgentSpec other, Model otherModel) {
        return new SessionSetup(
                other,
                id,
                Optional.of(otherModel),
                approver,
                notices,
                gates,
                projectRules,
                budget,
                restarts,
                parent,
                waiting,
                directories,
                sources,
                editor,
                goesOn,
                attached);
    }

    /// Whether it can run its agent.
    boolean hasModel(EngineParts engine) {
        return model.isPresent() || engine.models().has(agent);
    }

    /// The model of its agent.
    Model model(EngineParts engine) throws IOException {
        return model.isPresent() ? model.get() : engine.models().of(agent);
    }

    /// The provider of the model, such as `anthropic`.
    Optional<String> provider(EngineParts engine) throws IOException {
        if (!hasModel(engine)) {
            return Optional.empty();
        }
        String name = model(engine).name();
        int slash = name.indexOf('/');
        return slash < 0 ? Optional.empty() : Optional.of(name.substring(0, slash));
    }

    /// Whether the text of the model is for nobody, and the user sees only what `reply` says.
    boolean speaksByReply() {
        return agent.toolset().collection().equals(Optional.of("mainAgentTools"));
    }

    Policy policy() {
        return agent.grants().policy();
    }

    /// What binds the session of a sub-agent to its parent.
    ///
    /// @param origin what its log records
    /// @param permissions of the parent; the sub-agent can do nothing that they do not allow, also
    ///   after they change
    /// @param ceiling what the parent could touch with its own tools
    /// @param alive counts the sub-agents of the whole tree
    record SubAgentLink(
            SessionParent origin, Permissions permissions, Ceiling ceiling, AtomicInteger alive) {}
}
