package dev.deft.app.cli.run;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunEventJson;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Writes a run to standard output in a format. The formats for programs always have exactly one
/// result for each message.
final class RunOutput {

    static final CommandOption QUIET =
            CommandOption.flag("--quiet", "only errors and questions on standard error").or("-q");

    private static final int READER_GONE = 128 + 13;

    private final OutputFormat form;
    private final Console console;
    private final Thread worker = Thread.currentThread();
    private final List<RunEvent> held = new ArrayList<>();
    private boolean begun;
    private boolean ended;
    private volatile boolean readerGone;

    RunOutput(OutputFormat form, Console console) {
        this.form = form;
        this.console = console;
    }

    /// Another message follows, with a result of its own.
    synchronized void begin() {
        ended = false;
    }

    /// The listener of the run.
    ///
    /// @param view shows events to people
    Consumer<RunEvent> listener(Consumer<RunEvent> view) {
        return form == OutputFormat.STREAM_JSON ? this::stream : view;
    }

    /// Writes an event after the `session` event that the stream will begin with.
    synchronized void streamLater(RunEvent event) {
        if (begun) {
            stream(event);
        } else {
            held.add(event);
        }
    }

    /// Writes an event of a stream.
    synchronized void stream(RunEvent event) {
        ended = ended || event instanceof RunEvent.Ended;
        console.sayJson(RunEventJson.write(event));
        if (event instanceof RunEvent.Session) {
            begun = true;
            writeHeld();
        }
        if (!readerGone && console.hasNoReader()) {
            readerGone = true;
            worker.interrupt();
        }
    }

    private void writeHeld() {
        held.forEach(it -> console.sayJson(RunEventJson.write(it)));
        held.clear();
    }

    /// The run is over.
    void end(RunOutcome outcome, RunView view) {
        if (form == OutputFormat.TEXT) {
            view.answer(outcome, console);
        }
        endOther(outcome, view);
    }

    /// The run is over, and its answer is JSON. An answer that does not fit is not printed.
    void endStructured(RunOutcome outcome, RunView view) {
        if (form == OutputFormat.TEXT) {
            outcome.structured().ifPresent(console::sayJson);
        }
        endOther(outcome, view);
    }

    private void endOther(RunOutcome outcome, RunView view) {
        switch (form) {
            case TEXT -> {
                view.total(outcome);
                outcome.error().ifPresent(console::note);
            }
            case JSON -> {
                result(RunEventJson.result(outcome));
                view.total(outcome);
            }
            case STREAM_JSON -> endStream(outcome);
        }
    }

    /// A run that could not begin has published no result.
    synchronized void endStream(RunOutcome outcome) {
        if (!ended) {
            result(RunEventJson.result(outcome));
        }
    }

    /// Prints a failed result if the run could not begin or end.
    void fail(String why) {
        if (form != OutputFormat.TEXT && !ended) {
            Json.Obj failed =
                    Json.Obj.EMPTY
                            .with("status", RunOutcome.Status.FAILED.wire())
                            .with("error", why);
            result(RunEventJson.result(RunEventJson.outcome(failed)));
        }
    }

    private synchronized void result(Json.Obj result) {
        ended = true;
        writeHeld();
        console.sayJson(result);
    }

    /// The exit code, as after SIGPIPE if the reader is gone.
    int code(int otherwise) {
        return readerGone ? READER_GONE : otherwise;
    }
}
