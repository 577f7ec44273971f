package dev.deft.server.live;

import dev.deft.agent.config.MissingKeyException;
import dev.deft.agent.session.SessionExistsException;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionInUseException;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.SessionValues;
import dev.deft.agent.session.SessionWriter;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.run.Approver;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// Which agent and model sessions have: what somebody chose is stored in their logs.
final class SessionAgents {

    private final AgentChoices choices;
    private final InstantSource clock;

    SessionAgents(AgentChoices choices, InstantSource clock) {
        this.choices = choices;
        this.clock = clock;
    }

    /// A wrong name is told now, not with the first message. A missing key is told then.
    void check(Path root, AgentChoices.Choice choice) throws IOException {
        if (choice.equals(AgentChoices.Choice.CONFIGURED)) {
            return;
        }
        try {
            choices.choose(root, choice, Approver.HEADLESS).model().close();
        } catch (MissingKeyException _) {
            // The agent and the model are known.
            return;
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(String.valueOf(e.getMessage())).exception();
        }
    }

    /// Creates the log of a session.
    ///
    /// @throws ProblemException if the id is taken
    void create(SessionStore store, SessionRef ref, AgentChoices.Choice choice) throws IOException {
        var id = new SessionId(ref.session());
        try (SessionWriter writer = SessionWriter.deferred(store, id, clock)) {
            var values = new SessionValues(writer, SecretMask.KEYS_ONLY);
            values.save(SessionFacts.CHOICE, json(choice));
            String _ = writer.start();
        } catch (SessionExistsException _) {
            throw Problem.conflict("There is a session %s already.".formatted(ref.session()))
                    .exception();
        } catch (SessionInUseException e) {
            throw LiveSessions.inUse(e);
        }
    }

    private static Json.Obj json(AgentChoices.Choice choice) {
        Json.Obj empty = Json.Obj.EMPTY;
        Json.Obj agent = choice.agent().map(it -> empty.with("agent", it)).orElse(empty);
        return choice.model().map(it -> agent.with("model", it)).orElse(agent);
    }

    /// Stores a choice in the log of a session that is not open.
    void save(SessionStore store, SessionRef ref, AgentChoices.Choice choice) throws IOException {
        AgentChoices.Choice before = chosen(store, ref);
        var both =
                new AgentChoices.Choice(
                        choice.agent().or(before::agent), choice.model().or(before::model));
        try (SessionWriter writer =
                SessionWriter.open(store, new SessionId(ref.session()), clock)) {
            new SessionValues(writer, SecretMask.KEYS_ONLY).save(SessionFacts.CHOICE, json(both));
        }
    }

    private static AgentChoices.Choice chosen(SessionStore store, SessionRef ref)
            throws IOException {
        var choice = new ArrayList<Json.Obj>(List.of(Json.Obj.EMPTY));
        store.read(
                new SessionId(ref.session()),
                0,
                it -> {
                    if (it.text("name").orElse("").equals(SessionFacts.CHOICE)
                            && it.find("value").orElse(Json.Null.VALUE) instanceof Json.Obj value) {
                        choice.set(0, value);
                    }
                });
        return new AgentChoices.Choice(
                choice.getFirst().text("agent"), choice.getFirst().text("model"));
    }

    /// The agent and the model of a session.
    ///
    /// @throws MissingKeyException if no model can be used
    AgentChoices.Chosen of(Path root, SessionStore store, SessionRef ref, Approver person)
            throws IOException {
        return choices.choose(root, chosen(store, ref), person);
    }
}
