package dev.deft.engine;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.schedule.JobRun;
import dev.deft.agent.schedule.JobRunner;
import dev.deft.agent.schedule.ScheduledJob;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionId;
import dev.deft.output.TerminalText;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Runs jobs: each in a session of its own, or in the one that made it.
record JobSessions(EngineParts engine, SharedRoot shared, JobSetup setup) implements JobRunner {

    private static final int LONGEST_LINE = 200;

    @Override
    public Ended run(ScheduledJob job, Instant due, SessionListener started)
            throws InterruptedException {
        Optional<Session> open = job.wakes() ? open(job.session().orElse("")) : Optional.empty();
        try {
            return open.isPresent() ? queued(open.get(), job, started) : ran(job, started);
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
            return new Ended(JobRun.Status.FAILED, line(String.valueOf(e.getMessage())));
        }
    }

    private Optional<Session> open(String session) {
        return shared.sessions().find(session);
    }

    /// A session that is open here runs its own messages, one after the other.
    private static Ended queued(Session session, ScheduledJob job, SessionListener started)
            throws IOException {
        started.opened(session.id());
        List<Part> parts = List.of(new Part.Text(job.prompt()));
        return session.deliver(new Entry.User(parts, job.source())).isPresent()
                ? new Ended(JobRun.Status.DONE, "The open session got the message.")
                : new Ended(JobRun.Status.FAILED, "The session was just closed.");
    }

    private Ended ran(ScheduledJob job, SessionListener started)
            throws IOException, InterruptedException {
        try (Session session = opened(job)) {
            started.opened(session.id());
            RunOutcome outcome =
                    session.run(Message.User.of(job.prompt()), job.source(), it -> show(job, it));
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return ended(outcome);
        }
    }

    /// What a job says to the user goes to the owner of the scheduler.
    private void show(ScheduledJob job, RunEvent event) {
        if (event instanceof RunEvent.Message(String text)) {
            engine.notices().accept(job.source() + ": " + TerminalText.read(text));
        }
    }

    private Session opened(ScheduledJob job) throws IOException {
        SessionBuilder builder = setup.prepare(new SessionBuilder(engine, shared), job);
        if (job.wakes() && job.session().isPresent()) {
            String id = job.session().get();
            if (!shared.store().exists(new SessionId(id))) {
                throw new IOException(
                        "The session %s, in which the job runs, is gone; remove the job, or add it anew."
                                .formatted(id));
            }
            builder.id(id);
        }
        return builder.within(job.agent()).open();
    }

    private static Ended ended(RunOutcome outcome) {
        return switch (outcome.status()) {
            case DONE -> new Ended(JobRun.Status.DONE, line(outcome.text()));
            case FAILED, LIMIT, DENIED ->
                    new Ended(
                            JobRun.Status.FAILED,
                            outcome.status().wire()
                                    + ": "
                                    + line(outcome.error().orElse(outcome.text())));
            case ABORTED, RESTART -> new Ended(JobRun.Status.INTERRUPTED, "It was stopped.");
        };
    }

    private static String line(String text) {
        return TerminalText.line(text, LONGEST_LINE);
    }
}
