package dev.deft.app.cli.sessions;

import dev.deft.agent.loop.ReplayEvents;
import dev.deft.agent.loop.RunEventJson;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.Transcript;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Spending;
import dev.deft.app.cli.command.UsageException;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Prints the events of a run again from its log, without calling a model or running anything.
final class SessionReplay {

    private static final double NO_DELAY = 0;

    private final Console console;
    private final double speed;
    private Optional<Instant> previous = Optional.empty();
    private Instant started = Instant.EPOCH;

    /// @param speed the factor by which the replay is faster than the run; 0 for no delay
    SessionReplay(Console console, double speed) {
        this.console = console;
        this.speed = speed;
    }

    /// `max`, `real`, or a number.
    static double speed(String given) throws UsageException {
        if (given.equals("max")) {
            return NO_DELAY;
        }
        try {
            double speed = given.equals("real") ? 1 : Double.parseDouble(given);
            if (speed > 0 && speed < Double.POSITIVE_INFINITY) {
                return speed;
            }
        } catch (NumberFormatException _) {
            throw wrong(given);
        }
        throw wrong(given);
    }

    private static UsageException wrong(String given) {
        return new UsageException(
                "--speed is max, real or a number above 0, not \"%s\"".formatted(given));
    }

    void run(SessionId id, SessionHistory history, boolean json) throws InterruptedException {
        if (json) {
            for (ReplayEvents.Event event : ReplayEvents.of(id, history)) {
                waitFor(event.at());
                console.sayJson(event.what());
            }
            return;
        }
        for (Transcript.Item item : history.items()) {
            print(item);
        }
    }

    private void print(Transcript.Item item) throws InterruptedException {
        waitFor(item.first().at());
        if (item.first().body() instanceof Entry.User user) {
            started = item.first().at();
            console.say(console.bold("> " + TerminalText.read(SessionHistory.text(user.parts()))));
        } else if (item.first().body() instanceof Entry.Assistant said) {
            String words = SessionHistory.text(said.parts());
            if (!words.isBlank()) {
                console.say(TerminalText.read(words));
            }
        }
        for (Transcript.ItemCall call : item.calls()) {
            waitFor(item.last().at());
            console.say(SessionViews.call(call, console).stripTrailing());
        }
        item.entries().forEach(this::printEnd);
    }

    /// Prints the last line of `deft run` after the last item of a run.
    private void printEnd(Entry entry) {
        if (entry.body() instanceof Entry.Event(Json.Obj event)
                && event.text("type").orElse("").equals("result")) {
            Duration took = Duration.between(started, entry.at());
            console.say(console.dim(Spending.line(RunEventJson.outcome(event), took)));
        }
    }

    private void waitFor(Instant at) throws InterruptedException {
        if (speed != NO_DELAY && previous.isPresent()) {
            Duration gap = Duration.between(previous.get(), at);
            if (gap.isPositive()) {
                Thread.sleep(Duration.ofNanos((long) (gap.toNanos() / speed)));
            }
        }
        previous = Optional.of(at);
    }
}
