package dev.deft.agent.schedule;

import dev.deft.policy.Policy;
import dev.deft.policy.Rule;
import java.util.List;
import java.util.Optional;

/// The agent under which a job was made: the most that its runs may do.
///
/// @param name of the agent
/// @param dialect the names and shapes of its tools
/// @param collection of the dialect, if it had only one
/// @param tools the ids of its tools, if it had only some
/// @param roots the directories it was restricted to
/// @param policy with all rules that applied, except those of the project
/// @param projectRules the user's rules of the project at that time; of the current ones, only
///   those may allow anything
public record JobAgent(
        String name,
        String dialect,
        Optional<String> collection,
        Optional<List<String>> tools,
        List<String> roots,
        Policy policy,
        List<Rule> projectRules) {

    public JobAgent {
        tools = tools.map(List::copyOf);
        roots = List.copyOf(roots);
        projectRules = List.copyOf(projectRules);
    }
}
