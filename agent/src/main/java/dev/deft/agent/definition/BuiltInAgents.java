package dev.deft.agent.definition;

import dev.deft.agent.definition.AgentOrigin.Owner;
import dev.deft.resource.Resources;
import java.util.List;
import java.util.Set;

/// The agents that come with Deft, in the form that a user would write them.
public final class BuiltInAgents {

    /// The agent users get when they name none.
    public static final String BUILD = "build";

    /// The agent that plans and changes nothing.
    public static final String PLAN = "plan";

    /// The agent that names sessions.
    public static final String TITLE = "title";

    /// The agent that sums conversations up.
    public static final String COMPACT = "compact";

    /// Another name of [#BUILD], which older logs and command lines have.
    private static final String OLD_BUILD = "default";

    private static final List<String> NAMES =
            List.of(BUILD, PLAN, "explore", "general", TITLE, COMPACT);

    private BuiltInAgents() {}

    /// The current name of an agent.
    public static String current(String name) {
        return name.equals(OLD_BUILD) ? BUILD : name;
    }

    /// All of them, [#BUILD] first.
    public static List<AgentDefinition> list() {
        return NAMES.stream().map(BuiltInAgents::read).toList();
    }

    /// One of them.
    ///
    /// @throws IllegalArgumentException if there is none of that name
    public static AgentDefinition of(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("no agent " + name + " comes with Deft");
        }
        return read(name);
    }

    private static AgentDefinition read(String name) {
        var messages = new AgentMessages();
        var source = new AgentSource(AgentOrigin.BUILT_IN, name, AgentSource.Form.DEFT, Owner.DEFT);
        return new AgentFile(source, new AgentFile.Known(Set.of(), false), messages)
                .read(Resources.text(BuiltInAgents.class, name + ".md"))
                .orElseThrow(() -> new IllegalStateException(messages.problems().toString()));
    }
}
