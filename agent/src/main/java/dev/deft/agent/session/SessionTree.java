package dev.deft.agent.session;

import dev.deft.agent.model.Usage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Sessions and the sub-agents they started.
///
/// A log can name any parent, so a circle of logs is possible: each session is counted once.
public final class SessionTree {

    private final Map<String, SessionSummary> sessions = new LinkedHashMap<>();
    private final Map<String, List<String>> children = new HashMap<>();

    public SessionTree(List<SessionSummary> all) {
        all.forEach(it -> sessions.put(it.id(), it));
        for (SessionSummary it : all) {
            it.parent()
                    .filter(sessions::containsKey)
                    .ifPresent(parent ->
                            children.computeIfAbsent(parent, _ -> new ArrayList<>()).add(it.id()));
        }
        children.values().forEach(it -> it.sort(null));
    }

    /// A session in the tree.
    ///
    /// @param depth 0 for one whose parent is not listed
    public record Node(SessionSummary session, int depth) {}

    /// All sessions, each followed by its sub-agents in the order they started.
    public List<Node> nodes() {
        List<Node> nodes = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (SessionSummary it : sessions.values()) {
            if (it.parent().filter(sessions::containsKey).isEmpty()) {
                add(it.id(), 0, seen, nodes);
            }
        }
        sessions.keySet().forEach(it -> add(it, 0, seen, nodes));
        return nodes;
    }

    private void add(String id, int depth, Set<String> seen, List<Node> nodes) {
        if (seen.add(id)) {
            nodes.add(new Node(find(id).orElseThrow(), depth));
            below(id).forEach(it -> add(it, depth + 1, seen, nodes));
        }
    }

    private Optional<SessionSummary> find(String id) {
        return Optional.ofNullable(sessions.get(id));
    }

    private List<String> below(String id) {
        return children.getOrDefault(id, List.of());
    }

    /// The sub-agents of a session, their sub-agents included.
    public List<SessionSummary> descendants(String id) {
        List<Node> nodes = new ArrayList<>();
        Set<String> seen = new HashSet<>(Set.of(id));
        below(id).forEach(it -> add(it, 1, seen, nodes));
        return nodes.stream().map(Node::session).toList();
    }

    /// What the sub-agents of a session used.
    public Usage usageBelow(String id) {
        Usage all = Usage.NONE;
        for (SessionSummary it : descendants(id)) {
            all = all.plus(it.usage());
        }
        return all;
    }
}
