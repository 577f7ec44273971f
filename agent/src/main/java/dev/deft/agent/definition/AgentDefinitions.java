package dev.deft.agent.definition;

import dev.deft.agent.config.Trust;
import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.definition.AgentOrigin.Owner;
import dev.deft.agent.definition.AgentSource.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The definitions of a workspace, of the user, and those that come with Deft. Of several with one
/// name the first counts, in that order.
///
/// @param list those that count, built-in ones first, then by name
/// @param hidden those that another one of the same name hides
/// @param problems mistakes because of which a file is not used
/// @param notices parts of files that are ignored
public record AgentDefinitions(
        List<AgentDefinition> list,
        List<AgentDefinition> hidden,
        List<String> problems,
        List<String> notices) {

    private static final String OWN = ".deft/agents";
    private static final String CLAUDE = ".claude/agents";

    /// Copies the lists.
    public AgentDefinitions {
        list = List.copyOf(list);
        hidden = List.copyOf(hidden);
        problems = List.copyOf(problems);
        notices = List.copyOf(notices);
    }

    /// Reads all definitions.
    ///
    /// @param root the workspace, a real path
    /// @param environment names the user's directories
    /// @param trust which definitions of the workspace may widen what an agent may do
    /// @param tools ids, for suggestions about misspelled ones
    public static AgentDefinitions read(
            Path root, Map<String, String> environment, Trust trust, Set<String> tools) {
        var messages = new AgentMessages();
        boolean claude = !environment.getOrDefault("ANTHROPIC_API_KEY", "").isBlank();
        var known = new AgentFile.Known(tools, claude);
        List<AgentFiles.Found> all = new ArrayList<>();
        for (AgentFiles files : directories(root, environment)) {
            all.addAll(files.read(known, trust, messages));
        }
        BuiltInAgents.list().forEach(it -> all.add(new AgentFiles.Found(it, Optional.empty())));
        Map<String, AgentDefinition> counting = new LinkedHashMap<>();
        List<AgentDefinition> hidden = new ArrayList<>();
        for (int i = all.size() - 1; i >= 0; i--) {
            AgentFiles.Found found = all.get(i);
            String name = found.definition().name();
            Optional<AgentDefinition> before = Optional.ofNullable(counting.get(name));
            before.ifPresent(it -> hidden.addFirst(it));
            counting.put(name, narrowed(found, before, messages));
        }
        List<AgentDefinition> list = new ArrayList<>(counting.values());
        list.sort(AgentDefinitions::compare);
        return new AgentDefinitions(list, hidden, messages.problems(), messages.notices());
    }

    /// Whether there is a directory with definitions besides the built-in ones.
    public static boolean areAny(Path root, Map<String, String> environment) {
        for (AgentFiles files : directories(root, environment)) {
            if (Files.isDirectory(files.directory())) {
                return true;
            }
        }
        return false;
    }

    private static AgentDefinition narrowed(
            AgentFiles.Found found, Optional<AgentDefinition> hidden, AgentMessages messages) {
        AgentDefinition given = found.definition();
        boolean build =
                given.name().equals(BuiltInAgents.BUILD)
                        && given.origin().owner() == Owner.WORKSPACE;
        Optional<String> why =
                found.objection()
                        .or(() ->
                                build
                                        ? Optional.of("a workspace can only narrow build")
                                        : Optional.empty());
        return why.isPresent() ? new Narrowing(messages, why.get()).of(given, hidden) : given;
    }

    private static int compare(AgentDefinition a, AgentDefinition b) {
        int rank = Integer.compare(rank(a), rank(b));
        return rank != 0 ? rank : a.name().compareTo(b.name());
    }

    private static int rank(AgentDefinition it) {
        return it.name().equals(BuiltInAgents.BUILD)
                ? 0
                : it.mode() == AgentDefinition.Mode.INTERNAL ? 2 : 1;
    }

    /// The directories, first those that count first. A directory of the user that lies in the
    /// workspace, as in a home directory, is the user's.
    private static List<AgentFiles> directories(Path root, Map<String, String> environment) {
        List<AgentFiles> user = new ArrayList<>();
        Path config = UserDirectories.from(environment).config().resolve("agents");
        user.add(ofUser(config, Form.DEFT));
        String home = environment.getOrDefault("HOME", "");
        if (!home.isBlank() && Path.of(home).isAbsolute()) {
            user.add(ofUser(Path.of(home).resolve(CLAUDE), Form.CLAUDE));
        }
        List<AgentFiles> all = new ArrayList<>();
        for (AgentFiles files :
                List.of(
                        ofWorkspace(root, OWN, Form.DEFT),
                        ofWorkspace(root, CLAUDE, Form.CLAUDE))) {
            if (user.stream().noneMatch(it -> isSame(it.directory(), files.directory()))) {
                all.add(files);
            }
        }
        all.addAll(user);
        return all;
    }

    private static AgentFiles ofUser(Path directory, Form form) {
        return new AgentFiles(directory, Optional.empty(), directory.toString(), form, Owner.USER);
    }

    private static AgentFiles ofWorkspace(Path root, String name, Form form) {
        return new AgentFiles(root.resolve(name), Optional.of(root), name, form, Owner.WORKSPACE);
    }

    private static boolean isSame(Path a, Path b) {
        try {
            return Files.isDirectory(a) && Files.isDirectory(b) && Files.isSameFile(a, b);
        } catch (IOException _) {
            return false;
        }
    }
}
