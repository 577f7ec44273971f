package dev.deft.agent.schedule;

import dev.deft.json.Json;
import dev.deft.policy.PolicyFile;
import dev.deft.policy.Rule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Jobs as JSON, without a signature.
public final class JobFields {

    private JobFields() {}

    public static Json.Obj write(ScheduledJob job) {
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("id", job.id())
                        .with("schedule", job.schedule().expression().toString())
                        .with("zone", job.schedule().zone().getId())
                        .with("prompt", job.prompt());
        if (job.session().isPresent()) {
            json = json.with("session", job.session().get());
        }
        json =
                json.with("wakes", new Json.Bool(job.wakes()))
                        .with("made_at", job.madeAt().toString())
                        .with("agent", agent(job.agent()));
        return json;
    }

    private static Json.Obj agent(JobAgent agent) {
        Json.Obj json = Json.Obj.EMPTY.with("name", agent.name()).with("dialect", agent.dialect());
        if (agent.collection().isPresent()) {
            json = json.with("collection", agent.collection().get());
        }
        if (agent.tools().isPresent()) {
            json = json.with("tools", Json.Arr.ofTexts(agent.tools().get()));
        }
        return json.with("roots", Json.Arr.ofTexts(agent.roots()))
                .with("policy", PolicyFile.write(agent.policy()))
                .with("project", PolicyFile.write(agent.projectRules()));
    }

    /// Reads a job.
    ///
    /// @throws IllegalArgumentException if a field is missing or wrong
    /// @throws java.time.DateTimeException if a time is wrong
    public static ScheduledJob read(Json.Obj json) {
        return new ScheduledJob(
                text(json, "id"),
                Schedule.parse(text(json, "schedule"), text(json, "zone")),
                text(json, "prompt"),
                json.text("session"),
                isTrue(json, "wakes"),
                Instant.parse(text(json, "made_at")),
                agent(object(json, "agent")));
    }

    private static JobAgent agent(Json.Obj json) {
        return new JobAgent(
                text(json, "name"),
                text(json, "dialect"),
                json.text("collection"),
                json.find("tools").isPresent()
                        ? Optional.of(texts(json, "tools"))
                        : Optional.empty(),
                texts(json, "roots"),
                PolicyFile.read(object(json, "policy")),
                rules(object(json, "project")));
    }

    private static List<Rule> rules(Json.Obj json) {
        return PolicyFile.read(json).rules().orElse(List.of());
    }

    private static Json.Obj object(Json.Obj json, String name) {
        if (json.find(name).orElse(Json.Null.VALUE) instanceof Json.Obj object) {
            return object;
        }
        throw missing(name);
    }

    private static String text(Json.Obj json, String name) {
        return json.text(name).orElseThrow(() -> missing(name));
    }

    private static boolean isTrue(Json.Obj json, String name) {
        return json.find(name).filter(new Json.Bool(true)::equals).isPresent();
    }

    private static List<String> texts(Json.Obj json, String name) {
        List<String> texts = new ArrayList<>();
        if (json.find(name).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> items)) {
            for (Json item : items) {
                texts.add(item instanceof Json.Str(String text) ? text : "");
            }
            return texts;
        }
        throw missing(name);
    }

    private static IllegalArgumentException missing(String name) {
        return new IllegalArgumentException("The field %s is missing.".formatted(name));
    }
}
