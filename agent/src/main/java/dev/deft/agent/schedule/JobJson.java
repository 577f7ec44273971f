package dev.deft.agent.schedule;

import dev.deft.agent.key.UserKey;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
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
        Json.Obj json = JobFields.write(job);
        return json.with(MAC, key.sign(JOB, signed(json)));
    }

    private String signed(Json.Obj json) {
        return root + "\n" + JsonText.write(json);
    }

    StoredJob read(Json.Obj json) {
        String id = json.text("id").orElse("");
        ScheduledJob job;
        try {
            job = JobFields.read(json);
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
