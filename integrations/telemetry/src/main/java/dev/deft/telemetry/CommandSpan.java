package dev.deft.telemetry;

import dev.deft.engine.observe.SessionObserver;
import dev.deft.host.Shell;
import dev.deft.run.Mode;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// The span of a command. A command that exits with an error has done its work all the same.
final class CommandSpan implements SessionObserver.ObservedCommand {

    private final Instruments instruments;
    private final Mode mode;
    private final Span span;
    private final long start = System.nanoTime();

    CommandSpan(
            TracedSession session,
            Context parent,
            Mode mode,
            Shell.Command command,
            boolean background) {
        this.instruments = session.engine().instruments();
        this.mode = mode;
        this.span =
                session.begin("command", parent)
                        .setAttribute(Keys.MODE, mode.wire())
                        .setAttribute(Keys.BACKGROUND, background)
                        .startSpan();
        session.contents().command(span, command);
    }

    @Override
    public void ended(Shell.Result result) {
        span.setAttribute(Keys.CAUSE, result.cause().name().toLowerCase(Locale.ROOT));
        span.setAttribute(Keys.SANDBOX, result.sandbox());
        span.setAttribute(Keys.CPU, Instruments.seconds(result.cpu()));
        result.signal().ifPresent(it -> span.setAttribute(Keys.SIGNAL, it));
        switch (result.cause()) {
            case EXITED -> {
                span.setAttribute(Keys.EXIT_CODE, (long) result.exitCode());
                end(Optional.empty());
            }
            case TIMEOUT -> end(Optional.of("timeout"));
            case MOVED_TO_BACKGROUND -> end(Optional.empty());
        }
    }

    @Override
    public void started() {
        end(Optional.empty());
    }

    @Override
    public void failed(String why) {
        end(Optional.of(why));
    }

    private void end(Optional<String> error) {
        AttributesBuilder what = Attributes.builder().put(Keys.MODE, mode.wire());
        if (error.isPresent()) {
            span.setStatus(StatusCode.ERROR);
            span.setAttribute(Keys.ERROR, error.get());
            what.put(Keys.ERROR, error.get());
        }
        span.end();
        instruments.command(Duration.ofNanos(System.nanoTime() - start), what.build());
    }
}
