package dev.deft.engine.choice;

import dev.deft.agent.definition.AgentDefinition;
import dev.deft.agent.model.Model;
import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.run.Approver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a program that offers the agent knows: its engine, and which agent and model a workspace
/// has.
public interface AgentChoices {

    /// The engine of all sessions, closed by whoever made it.
    Engine engine();

    /// The variables of the program.
    Map<String, String> environment();

    /// The agent and the model for a workspace.
    ///
    /// @param root the workspace, a real path
    /// @param choice what the user chose
    /// @param person who is asked, unless the configuration says that nobody is
    /// @throws dev.deft.agent.config.MissingKeyException if no model can be used without a key
    /// @throws IOException if the configuration cannot be read, or names something unknown
    Chosen choose(Path root, Choice choice, Approver person) throws IOException;

    /// The agent of calls that no model makes in a workspace. It needs no key.
    ///
    /// @param root the workspace, a real path
    /// @param agent the name of one; empty for the configured one
    /// @throws IOException if the configuration cannot be read
    /// @throws IllegalArgumentException if there is no such agent for users
    default AgentSpec callAgent(Path root, Optional<String> agent) throws IOException {
        return CallAgent.read(root, environment(), Optional.empty(), agent, Dialects.DEFAULT);
    }

    /// Checks that a model can be used.
    ///
    /// @throws dev.deft.agent.config.MissingKeyException if it needs a key
    /// @throws IOException if the configuration cannot be read
    void checkKey() throws IOException;

    /// The names of models that can be chosen, such as `openai/gpt-5.1`, as far as they are known
    /// without asking anybody.
    List<String> models(Path root);

    /// The agents that users may run in a workspace.
    List<AgentDefinition> agents(Path root) throws IOException;

    /// Takes a sentence for people that the client does not show.
    void note(String text);

    /// What the user chose; what is empty is as configured.
    record Choice(Optional<String> agent, Optional<String> model) {

        /// All as configured.
        public static final Choice CONFIGURED = new Choice(Optional.empty(), Optional.empty());
    }

    /// An agent that is ready to run.
    ///
    /// @param model closed by whoever asked, after the session
    /// @param modelName such as `anthropic/claude-sonnet-5`
    /// @param directories where it may work outside the workspace
    /// @param warnings one line each, for people
    record Chosen(
            AgentSpec agent,
            Model model,
            String modelName,
            Approver approver,
            List<Path> directories,
            List<String> warnings) {

        public Chosen {
            directories = List.copyOf(directories);
            warnings = List.copyOf(warnings);
        }
    }
}
