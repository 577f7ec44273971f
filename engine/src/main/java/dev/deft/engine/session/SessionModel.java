package dev.deft.engine.session;

import dev.deft.agent.loop.RunBudget;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionLog;
import dev.deft.engine.source.LentModel;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.RuleStore;
import dev.deft.policy.Scope;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/// Lends the model of a session to a call, under the rules and within the budget of the session.
///
/// @param model of the session
/// @param price what a request costs, where that is known
/// @param call that asks
public record SessionModel(
        ModelSource model,
        RuleBook rules,
        RuleStore store,
        Approver approver,
        SessionLog log,
        RunBudget budget,
        Function<Usage, OptionalDouble> price,
        SessionHandles.OpenCall call)
        implements LentModel {

    /// Finds the model when it is needed.
    @FunctionalInterface
    public interface ModelSource {

        Model get() throws IOException;
    }

    @Override
    public Answer ask(String permission, String why, Prompt prompt)
            throws IOException, InterruptedException {
        call.lifetime().check();
        Model asked = model.get();
        permit(permission, why);
        Optional<String> reached = budget.reached();
        if (reached.isPresent()) {
            throw new HostException(ErrorCode.LIMIT_REACHED, reached.get());
        }
        try {
            Answer answer = asked.ask(prompt, AnswerListener.NONE);
            budget.add(answer.usage(), price.apply(answer.usage()));
            log.addUsage(new Entry.TokenUsage(answer.usage(), answer.model()));
            return answer;
        } catch (ModelException e) {
            throw new HostException(ErrorCode.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    private void permit(String permission, String why) throws IOException, InterruptedException {
        Action action = rules.decide(permission, Touch.naming(Touch.NOTHING)).action();
        switch (action) {
            case ALLOW -> {}
            case DENY ->
                    throw new HostException(
                            ErrorCode.PERMISSION_DENIED,
                            "A rule forbids %s.".formatted(permission));
            case ASK -> approve(permission, why);
        }
    }

    private void approve(String permission, String why) throws IOException, InterruptedException {
        var rule = new Rule(Scope.SESSION, Action.ALLOW, permission, "*");
        var request =
                new Approver.Request(
                        call.call().callId(),
                        call.call().toolId(),
                        Json.Obj.EMPTY,
                        List.of(why),
                        List.of(rule.text()),
                        Optional.empty());
        if (!approver.present()) {
            approver.missed(request);
            throw new HostException(
                    ErrorCode.PERMISSION_DENIED,
                    "No rule allows %s, and nobody can be asked.".formatted(permission));
        }
        Approval answer = approver.approve(request);
        switch (answer.kind()) {
            case ONCE -> {}
            case SESSION -> keep(rule);
            case PROJECT -> keep(rule.in(Scope.PROJECT));
            case REJECT ->
                    throw new HostException(
                            ErrorCode.PERMISSION_DENIED, "The user said no to " + permission + ".");
        }
    }

    private void keep(Rule rule) throws IOException {
        store.store(rule);
        rules.add(rule);
    }
}
