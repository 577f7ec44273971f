package dev.deft.engine.observe;

import dev.deft.agent.loop.RequestObserver;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.StepObserver;
import dev.deft.agent.model.Prompt;
import dev.deft.host.Shell;
import dev.deft.run.CallObserver;
import dev.deft.run.Mode;

/// Is told of what happens in a session at the moment it happens, on the thread that works. It
/// cannot change anything. Its methods must return at once and must not throw.
public interface SessionObserver extends CallObserver, StepObserver, RequestObserver {

    /// Something happened in a run: a run begins with [RunEvent.Session] and ends with
    /// [RunEvent.Ended], unless another one follows it at once.
    ///
    /// @param event as its listeners get it, on the thread of the run where that matters
    void event(RunEvent event);

    /// A call asks a model.
    ///
    /// @param callId of the call
    /// @param model its name
    /// @param prompt what is sent
    /// @return is told how it ends, once
    ObservedRequest request(String callId, String model, Prompt prompt);

    /// A command of a call begins.
    ///
    /// @param callId of the call
    /// @param mode how it runs
    /// @param command to run, with whatever secrets it has
    /// @param background whether it is started in the background; then it has ended for the
    ///   observer when it has started
    /// @return is told how it ends, once
    ObservedCommand command(String callId, Mode mode, Shell.Command command, boolean background);

    /// A command. Either [#ended], [#started] or [#failed] is the last that it is told.
    interface ObservedCommand {

        /// It ended, or timed out.
        ///
        /// @param result what it did
        void ended(Shell.Result result);

        /// It runs in the background.
        void started();

        /// It could not be started, or was aborted.
        ///
        /// @param why one word, such as `aborted`
        void failed(String why);
    }
}
