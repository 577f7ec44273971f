package dev.deft.engine.observe;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.HostException;
import dev.deft.host.Shell;
import dev.deft.os.ShellOpener;
import dev.deft.run.Mode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The shells of a session, whose commands are observed.
///
/// @param shells that run them
public record ObservedShells(ShellOpener shells, SessionObserver observer) implements ShellOpener {

    @Override
    public Shell open(Surface surface) {
        return new ObservedShell(shells.open(surface), surface.callId(), surface.mode(), observer);
    }

    @Override
    public boolean dryRuns() {
        return shells.dryRuns();
    }

    @Override
    public Optional<String> preview(String callId) throws IOException {
        return shells.preview(callId);
    }

    @Override
    public void dropDryRun(String callId) throws IOException {
        shells.dropDryRun(callId);
    }

    private record ObservedShell(Shell shell, String callId, Mode mode, SessionObserver observer)
            implements Shell {

        @Override
        public Result run(Command command) throws IOException, InterruptedException {
            SessionObserver.ObservedCommand observed =
                    observer.command(callId, mode, command, false);
            try {
                Result result = shell.run(command);
                observed.ended(result);
                return result;
            } catch (IOException e) {
                observed.failed(code(e));
                throw e;
            } catch (InterruptedException e) {
                observed.failed("aborted");
                throw e;
            } catch (RuntimeException e) {
                observed.failed("internal");
                throw e;
            }
        }

        @Override
        public BackgroundProcess start(Command command) throws IOException, InterruptedException {
            SessionObserver.ObservedCommand observed =
                    observer.command(callId, mode, command, true);
            try {
                BackgroundProcess process = shell.start(command);
                observed.started();
                return process;
            } catch (IOException e) {
                observed.failed(code(e));
                throw e;
            } catch (InterruptedException e) {
                observed.failed("aborted");
                throw e;
            } catch (RuntimeException e) {
                observed.failed("internal");
                throw e;
            }
        }

        private static String code(IOException e) {
            return e instanceof HostException known ? known.code().wire() : "io_error";
        }

        @Override
        public List<BackgroundProcess> background() throws IOException {
            return shell.background();
        }
    }
}
