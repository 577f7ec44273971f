package dev.deft.app.cli.run;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunEventJson;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.app.cli.command.Console;
import dev.deft.json.Json;
import java.util.function.Consumer;

/// What goes to standard output during a run, in the form somebody asked for. Whatever happens, the
/// two forms for programs have exactly one result.
final class RunOutput {

    private static final int READER_GONE = 128 + 13;

    private final OutputFormat form;
    private final Console console;
    private final Thread worker = Thread.currentThread();
    private boolean ended;
    private volatile boolean readerGone;

    RunOutput(OutputFormat form, Console console) {
        this.form = form;
        this.console = console;
    }

    /// What is told of each event while the run goes on.
    ///
    /// @param view shows it to people
    Consumer<RunEvent> listener(Consumer<RunEvent> view) {
        return form == OutputFormat.STREAM_JSON ? this::stream : view;
    }

    private void stream(RunEvent event) {
        ended = ended || event instanceof RunEvent.Ended;
        console.sayJson(RunEventJson.write(event));
        if (!readerGone && console.hasNoReader()) {
            readerGone = true;
            worker.interrupt();
        }
    }

    /// The run is over.
    void end(RunOutcome outcome, RunView view) {
        switch (form) {
            case TEXT -> {
                view.answer(outcome, console);
                view.total(outcome);
                outcome.error().ifPresent(console::note);
            }
            case JSON -> {
                result(RunEventJson.result(outcome));
                view.total(outcome);
            }
            case STREAM_JSON -> {}
        }
    }

    /// The run did not begin, or could not be ended as it should.
    void fail(String why) {
        if (form != OutputFormat.TEXT && !ended) {
            Json.Obj failed =
                    Json.Obj.EMPTY
                            .with("status", RunOutcome.Status.FAILED.wire())
                            .with("error", why);
            result(RunEventJson.result(RunEventJson.outcome(failed)));
        }
    }

    private void result(Json.Obj result) {
        ended = true;
        console.sayJson(result);
    }

    /// A reader that went away ends a run as it ends other programs.
    int code(int otherwise) {
        return readerGone ? READER_GONE : otherwise;
    }
}
