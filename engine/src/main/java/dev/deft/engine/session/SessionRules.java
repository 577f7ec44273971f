package dev.deft.engine.session;

import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionWriter;
import dev.deft.agent.session.file.SessionOwner;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleFile;
import dev.deft.policy.RuleStore;
import dev.deft.policy.Scope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The rules that the user approved for one session.
///
/// For sessions in files, the rules are in the user's own directory, under the name of the session
/// and the hash of its first entry, so a foreign log with the same name gets none of them. For
/// sessions in other stores they last as long as the session is open.
public final class SessionRules implements RuleStore {

    private static final int BIRTH_DIGITS = 16;

    private final Optional<SessionOwner> owner;
    private final SessionWriter session;
    private final List<Rule> rules;

    /// Loads the stored rules. Unreadable rules allow nothing and do not prevent opening the
    /// session.
    ///
    /// @param notices receives a sentence if they cannot be read
    public SessionRules(
            Optional<SessionOwner> owner, SessionWriter session, Consumer<String> notices) {
        this.owner = owner;
        this.session = session;
        this.rules = new ArrayList<>(read(notices));
    }

    private List<Rule> read(Consumer<String> notices) {
        Optional<String> birth = session.instanceId();
        if (birth.isEmpty() || owner.isEmpty()) {
            return List.of();
        }
        try {
            return file(owner.get(), birth.get()).list();
        } catch (IOException e) {
            notices.accept("the rules of this session are ignored: %s".formatted(e.getMessage()));
            return List.of();
        }
    }

    private RuleFile file(SessionOwner of, String birth) {
        String name = "." + birth.substring(0, BIRTH_DIGITS) + ".rules.json";
        return new RuleFile(of.file(session.id(), name));
    }

    /// The session that they hold for.
    public SessionId session() {
        return session.id();
    }

    public synchronized List<Rule> list() {
        return List.copyOf(rules);
    }

    @Override
    public synchronized void store(Rule rule) throws IOException {
        if (rule.scope() == Scope.SESSION) {
            rules.add(rule);
            if (owner.isPresent()) {
                file(owner.get(), session.start()).add(rule);
            }
        }
    }

    @Override
    public synchronized boolean revoke(Rule rule) throws IOException {
        if (!rules.remove(rule)) {
            return false;
        }
        if (owner.isPresent()) {
            boolean _ = file(owner.get(), session.start()).remove(rule);
        }
        return true;
    }
}
