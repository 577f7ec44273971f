package dev.deft.agent.schedule;

import dev.deft.policy.Policy;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Jobs for tests.
final class JobSamples {

    static final JobAgent AGENT =
            new JobAgent(
                    "default",
                    "locked",
                    Optional.empty(),
                    Optional.empty(),
                    List.of("."),
                    Policy.allowAll(),
                    List.of());

    private JobSamples() {}

    static ScheduledJob job(String id, String schedule, String zone) {
        return new ScheduledJob(
                id,
                Schedule.parse(schedule, zone),
                "do " + id,
                Optional.of("ses_1"),
                false,
                Instant.parse("2025-12-31T00:00:00Z"),
                AGENT);
    }
}
