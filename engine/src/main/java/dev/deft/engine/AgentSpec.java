package dev.deft.engine;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.context.ProjectInstructions;
import dev.deft.agent.loop.AnswerSchema;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.dialect.Dialects;
import dev.deft.engine.prompt.DefaultAgent;
import dev.deft.policy.Action;
import dev.deft.policy.Policy;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import dev.deft.policy.ToolLimits;
import dev.deft.registry.Dialect;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.RequirementSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// An agent as data: its name, prompt, permissions, tools, model and limits.
///
/// It is immutable; every method that changes something returns a copy.
///
/// @param name identifies it in logs, events and watchdogs
/// @param instructions its prompt and the instruction files it reads
/// @param grants what it may do
/// @param toolset which tools it has, and under which names
/// @param model such as `anthropic/claude-sonnet-5`; empty means the model of the engine
/// @param loop the limits of a run
/// @param limits the limits of its calls: output, entries, time and number, for all tools or by id
/// @param successor the agent that carries out a plan which the user approved; empty if the same
///   agent does
public record AgentSpec(
        String name,
        Instructions instructions,
        Grants grants,
        Toolset toolset,
        Optional<String> model,
        LoopSettings loop,
        ToolLimits limits,
        Optional<AgentSpec> successor) {

    private static final int CONTEXT = 200_000;
    private static final int OUTPUT = 8_192;

    /// The prompt of an agent and the instruction files it reads.
    ///
    /// @param prompt its system prompt, instead of the standard one
    /// @param files names of instruction files; in each directory the first one that exists is read
    /// @param memory whether the prompt lists the memory files of the workspace
    /// @param template whether the prompt has placeholders such as `{edit}` for the names of tools,
    ///   as those of built-in agents do
    /// @param appended further text after the prompt, as it is
    public record Instructions(
            Optional<String> prompt,
            List<String> files,
            boolean memory,
            boolean template,
            Optional<String> appended) {

        /// The standard prompt and the usual instruction files of a project.
        public static final Instructions USUAL =
                new Instructions(Optional.empty(), ProjectInstructions.NAMES, false);

        /// Copies the list.
        public Instructions {
            files = List.copyOf(files);
        }

        /// Instructions without further text.
        ///
        /// @param prompt its system prompt, instead of the standard one
        /// @param files names of instruction files
        /// @param memory whether the prompt lists the memory files of the workspace
        /// @param template whether the prompt has placeholders for the names of tools
        public Instructions(
                Optional<String> prompt, List<String> files, boolean memory, boolean template) {
            this(prompt, files, memory, template, Optional.empty());
        }

        /// Instructions with a prompt as it is.
        ///
        /// @param prompt its system prompt, instead of the standard one
        /// @param files names of instruction files
        /// @param memory whether the prompt lists the memory files of the workspace
        public Instructions(Optional<String> prompt, List<String> files, boolean memory) {
            this(prompt, files, memory, false);
        }

        /// {@return the same instructions with further text after the prompt and what was appended
        /// before}
        ///
        /// @param text the text, as it is
        public Instructions append(String text) {
            return new Instructions(
                    prompt,
                    files,
                    memory,
                    template,
                    Optional.of(appended.map(it -> it + "\n\n" + text).orElse(text)));
        }
    }

    /// What an agent may do.
    ///
    /// @param policy the ceiling, the rules, the watchdog, the sandbox; without rules, those of the
    ///   default agent apply
    /// @param further rules in addition to those of the policy
    /// @param requires what the agent needs in addition to its tools; the ceiling still applies
    /// @param roots the directories of the workspace that `{workspace}` stands for, relative to it
    public record Grants(
            Policy policy, List<Rule> further, RequirementSet requires, List<String> roots) {

        /// Copies the lists and rejects a root outside the workspace.
        ///
        /// @throws IllegalArgumentException if a root is absolute or outside the workspace
        public Grants {
            further = List.copyOf(further);
            roots = roots.stream().map(Grants::inside).toList();
        }

        /// {@return the grants of a policy and nothing more}
        ///
        /// @param policy the policy
        public static Grants of(Policy policy) {
            return new Grants(policy, List.of(), RequirementSet.NONE, List.of("."));
        }

        private static String inside(String root) {
            String plain = root.endsWith("/") ? root.substring(0, root.length() - 1) : root;
            boolean leaves =
                    plain.isEmpty()
                            || plain.startsWith("/")
                            || List.of(plain.split("/", -1)).contains("..");
            if (leaves) {
                throw new IllegalArgumentException(
                        "the root \"%s\" of an agent is not inside its workspace; open another workspace for it"
                                .formatted(root));
            }
            return plain;
        }

        Grants with(Policy other) {
            return new Grants(other, further, requires, roots);
        }

        Grants with(List<Rule> rules) {
            List<Rule> more = new ArrayList<>(further);
            more.addAll(rules);
            return new Grants(policy, more, requires, roots);
        }
    }

    /// Which tools an agent has.
    ///
    /// @param ids of the tools; without them, all of the dialect
    /// @param dialect the names and shapes the model sees
    /// @param collection narrows the dialect to one of its sets
    /// @param extra ids of tools that are offered only where they are named, such as `batch`; those
    ///   among `ids` are offered too
    public record Toolset(
            Optional<Set<String>> ids,
            String dialect,
            Optional<String> collection,
            Set<String> extra) {

        /// All tools under their own names.
        public static final Toolset ALL =
                new Toolset(Optional.empty(), Dialects.DEFAULT, Optional.empty());

        /// Copies the ids.
        public Toolset {
            ids = ids.map(Set::copyOf);
            extra = Set.copyOf(extra);
        }

        /// A set without extra tools.
        ///
        /// @param ids of the tools; without them, all of the dialect
        /// @param dialect the names and shapes the model sees
        /// @param collection narrows the dialect to one of its sets
        public Toolset(Optional<Set<String>> ids, String dialect, Optional<String> collection) {
            this(ids, dialect, collection, Set.of());
        }

        /// The ids that are listed also if the dialect would not list them.
        Set<String> named() {
            Set<String> all = new HashSet<>(extra);
            ids.ifPresent(all::addAll);
            return all;
        }

        /// The tools under their names.
        ///
        /// @param initialized prepares the tools of the whole dialect
        /// @throws IllegalArgumentException if there is no such dialect or collection
        Dialect dialect(ToolRegistry tools, UnaryOperator<Dialect> initialized) {
            Dialect whole = initialized.apply(Dialects.of(dialect, tools));
            Dialect some =
                    collection.isPresent()
                            ? Dialects.onlyCollection(whole, collection.get())
                            : whole;
            Dialect listing = named().isEmpty() ? some : Dialects.listing(some, named());
            return ids.isPresent() ? Dialects.only(listing, ids.get()) : listing;
        }
    }

    /// An agent that carries out its own plans.
    ///
    /// @param name identifies it in logs, events and watchdogs
    /// @param instructions its prompt and the instruction files it reads
    /// @param grants what it may do
    /// @param toolset which tools it has, and under which names
    /// @param model such as `anthropic/claude-sonnet-5`; empty means the model of the engine
    /// @param loop the limits of a run
    /// @param limits the limits of its calls
    public AgentSpec(
            String name,
            Instructions instructions,
            Grants grants,
            Toolset toolset,
            Optional<String> model,
            LoopSettings loop,
            ToolLimits limits) {
        this(name, instructions, grants, toolset, model, loop, limits, Optional.empty());
    }

    /// {@return the default agent: it may read everything in the workspace and asks before it
    /// changes or runs anything}
    public static AgentSpec standard() {
        return new AgentSpec(
                DefaultAgent.NAME,
                Instructions.USUAL,
                Grants.of(Policy.unspecified()),
                Toolset.ALL,
                Optional.empty(),
                LoopSettings.free(
                        DefaultAgent.NAME,
                        LoopSettings.MAX_STEPS,
                        ContextLimits.of(CONTEXT, OUTPUT)),
                ToolLimits.NONE);
    }

    /// {@return an agent that may read everything in the workspace and change nothing}
    public static AgentSpec readOnly() {
        return standard().named("read-only").deny("fs.write", "**");
    }

    /// {@return an agent with the rights of the user: everything inside the workspace is allowed}
    ///
    /// Protected paths, the watchdog and the sandbox still apply.
    public static AgentSpec trusted() {
        return standard().named("trusted").policy(Policy.allowAll());
    }

    /// {@return the same agent under another name}
    ///
    /// @param other the name
    public AgentSpec named(String other) {
        return new AgentSpec(
                other, instructions, grants, toolset, model, loop.named(other), limits, successor);
    }

    /// {@return the same agent with another system prompt}
    ///
    /// @param text replaces the standard prompt
    public AgentSpec prompt(String text) {
        var other =
                new Instructions(
                        Optional.of(text),
                        instructions.files(),
                        instructions.memory(),
                        false,
                        instructions.appended());
        return new AgentSpec(name, other, grants, toolset, model, loop, limits, successor);
    }

    /// {@return the same agent with further text at the end of its system prompt, whichever that
    /// is}
    ///
    /// Sub-agents and the agent that carries out a plan have prompts of their own.
    ///
    /// @param text follows the prompt and what was appended before
    public AgentSpec appendPrompt(String text) {
        return instructions(instructions.append(text));
    }

    /// {@return the same agent, the last answer of which must fit a schema}
    ///
    /// The model is told the schema and asked again if its answer does not fit; then
    /// [dev.deft.agent.loop.RunOutcome#structured] has the answer, or the run has failed. It does
    /// not hold for sub-agents.
    ///
    /// @param schema of the answer
    public AgentSpec answering(AnswerSchema schema) {
        return loop(loop.answering(Optional.of(schema)));
    }

    /// {@return the same agent with another prompt and other instruction files}
    ///
    /// @param other the instructions
    public AgentSpec instructions(Instructions other) {
        return new AgentSpec(name, other, grants, toolset, model, loop, limits, successor);
    }

    /// {@return the same agent with other grants}
    ///
    /// @param other what it may do
    public AgentSpec grants(Grants other) {
        return new AgentSpec(name, instructions, other, toolset, model, loop, limits, successor);
    }

    /// {@return the same agent under another policy; rules that were added stay}
    ///
    /// @param other the policy
    public AgentSpec policy(Policy other) {
        return grants(grants.with(other));
    }

    /// {@return the same agent with additional rules}
    ///
    /// @param more the rules
    public AgentSpec rules(List<Rule> more) {
        return grants(grants.with(more));
    }

    /// {@return the same agent, allowed what a pattern matches, such as `allow("bash", "npm test
    /// *")`}
    ///
    /// @param permission a tool id, a capability such as `fs.write`, or `*`
    /// @param pattern a path, host, command or name pattern
    public AgentSpec allow(String permission, String pattern) {
        return rules(List.of(new Rule(Scope.MANIFEST, Action.ALLOW, permission, pattern)));
    }

    /// {@return the same agent, which must ask its approver about what a pattern matches}
    ///
    /// @param permission a tool id, a capability such as `fs.write`, or `*`
    /// @param pattern a path, host, command or name pattern
    public AgentSpec ask(String permission, String pattern) {
        return rules(List.of(new Rule(Scope.MANIFEST, Action.ASK, permission, pattern)));
    }

    /// {@return the same agent, denied what a pattern matches; no other rule can allow it again}
    ///
    /// @param permission a tool id, a capability such as `fs.write`, or `*`
    /// @param pattern a path, host, command or name pattern
    public AgentSpec deny(String permission, String pattern) {
        return rules(List.of(new Rule(Scope.MANIFEST, Action.DENY, permission, pattern)));
    }

    /// {@return the same agent with additional requirements, such as hosts for its commands}
    ///
    /// @param needs the requirements in addition to those of its tools
    public AgentSpec requires(RequirementSet needs) {
        return grants(new Grants(grants.policy(), grants.further(), needs, grants.roots()));
    }

    /// {@return the same agent, restricted to some directories of the workspace}
    ///
    /// @param directories relative to the root
    /// @throws IllegalArgumentException if one is not inside the workspace
    public AgentSpec roots(String... directories) {
        return grants(
                new Grants(
                        grants.policy(),
                        grants.further(),
                        grants.requires(),
                        List.of(directories)));
    }

    /// {@return the same agent with only these tools}
    ///
    /// @param ids of the tools
    public AgentSpec tools(String... ids) {
        return toolset(
                new Toolset(Optional.of(Set.of(ids)), toolset.dialect(), toolset.collection()));
    }

    /// {@return the same agent with another set of tools}
    ///
    /// @param other the set
    public AgentSpec toolset(Toolset other) {
        return new AgentSpec(name, instructions, grants, other, model, loop, limits, successor);
    }

    /// {@return the same agent with another model}
    ///
    /// @param wireAndName such as `openai/gpt-5.1`
    public AgentSpec model(String wireAndName) {
        return new AgentSpec(
                name,
                instructions,
                grants,
                toolset,
                Optional.of(wireAndName),
                loop,
                limits,
                successor);
    }

    /// {@return the same agent with other limits of a run}
    ///
    /// @param other the limits
    public AgentSpec loop(LoopSettings other) {
        return new AgentSpec(
                name, instructions, grants, toolset, model, other.named(name), limits, successor);
    }

    /// {@return the same agent, told at the start of a session which memory files there are}
    public AgentSpec knowingMemory() {
        return instructions(
                new Instructions(
                        instructions.prompt(),
                        instructions.files(),
                        true,
                        instructions.template(),
                        instructions.appended()));
    }

    /// {@return the same agent with another watchdog}
    ///
    /// @param choice the watchdog
    public AgentSpec watchdog(Policy.WatchdogChoice choice) {
        return policy(grants.policy().withWatchdog(choice));
    }

    /// {@return the same agent with another sandbox mode for commands}
    ///
    /// @param mode whether a sandbox is required
    public AgentSpec sandbox(Policy.SandboxMode mode) {
        return policy(grants.policy().withSandbox(mode));
    }

    /// {@return the same agent with other limits for its tools; `agent.json` can only lower them}
    ///
    /// @param other for all tools, or by id
    public AgentSpec limits(ToolLimits other) {
        return new AgentSpec(name, instructions, grants, toolset, model, loop, other, successor);
    }

    /// {@return the same agent, followed by another one when the user approves its plan}
    ///
    /// @param next carries the plan out, in the same session
    public AgentSpec afterPlan(AgentSpec next) {
        return new AgentSpec(
                name, instructions, grants, toolset, model, loop, limits, Optional.of(next));
    }

    /// The same agent, which carries out its own plans.
    AgentSpec withoutSuccessor() {
        return new AgentSpec(name, instructions, grants, toolset, model, loop, limits);
    }

    /// {@return the same agent under a ceiling that neither it nor its tools can exceed}
    ///
    /// @param most the patterns of everything that may be touched
    public AgentSpec within(RequirementSet most) {
        return policy(grants.policy().withCeiling(most));
    }
}
