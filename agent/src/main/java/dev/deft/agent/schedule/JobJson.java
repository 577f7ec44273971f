package dev.deft.agent.schedule;

import dev.deft.agent.key.UserKey;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.policy.PolicyFile;
import dev.deft.policy.Rule;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Jobs as signed JSON. The signature covers all of a job and the path of the workspace, so a job
/// that comes with a checkout, or was copied from another workspace, is foreign.
///
/// @param root the workspace
record JobJson(UserKey key, Path root) {

    private static final String JOB = "schedule.job";
    private static final String CLAIM = "schedule.claim";
    private static final String MAC = "mac";

    Json.Obj write(ScheduledJob job) {
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
        return json.with(MAC, key.sign(JOB, signed(json)));
    }

    private String signed(Json.Obj json) {
        return root + "\n" + JsonText.write(json);
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

    StoredJob read(Json.Obj json) {
        String id = json.text("id").orElse("");
        ScheduledJob job;
        try {
            job = job(json);
        } catch (IllegalArgumentException | DateTimeException e) {
            return new StoredJob(
                    id,
                    json,
                    Optional.empty(),
                    StoredJob.Status.DAMAGED,
                    String.valueOf(e.getMessage()));
        }
        boolean own = key.verifies(JOB, signed(json.without(MAC)), json.text(MAC).orElse(""));
        return new StoredJob(
                id,
                json,
                Optional.of(job),
                own ? StoredJob.Status.OWN : StoredJob.Status.FOREIGN,
                "");
    }

    private static ScheduledJob job(Json.Obj json) {
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

    /// The signed claim of an instant.
    Json.Obj claim(String job, Instant due) {
        return Json.Obj.EMPTY
                .with("job", job)
                .with("due", due.toString())
                .with(MAC, key.sign(CLAIM, claimed(job, due.toString())));
    }

    private String claimed(String job, String due) {
        return root + "\n" + job + "\n" + due;
    }

    /// The claimed instant; empty if this user did not claim it.
    Optional<Instant> claimed(Json.Obj claim) {
        String due = claim.text("due").orElse("");
        String job = claim.text("job").orElse("");
        return key.verifies(CLAIM, claimed(job, due), claim.text(MAC).orElse(""))
                ? Optional.of(Instant.parse(due))
                : Optional.empty();
    }
}
