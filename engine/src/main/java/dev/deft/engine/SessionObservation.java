package dev.deft.engine;

import dev.deft.agent.loop.ObservedModel;
import dev.deft.agent.loop.StepObserver;
import dev.deft.agent.model.Model;
import dev.deft.agent.session.SessionLog;
import dev.deft.engine.observe.ObservedSession;
import dev.deft.engine.observe.ObservedShells;
import dev.deft.engine.observe.SessionObserver;
import dev.deft.engine.session.RunEvents;
import dev.deft.os.ShellOpener;
import dev.deft.output.SecretMask;
import dev.deft.run.CallObserver;
import java.util.Optional;

/// The parts of a session, observed if the engine has an observer; otherwise as they are.
record SessionObservation(Optional<SessionObserver> observer) {

    static SessionObservation of(
            EngineParts engine, SessionSetup setup, SessionLog log, SecretMask mask) {
        return new SessionObservation(
                engine.extensions()
                        .observer()
                        .map(it ->
                                it.open(
                                        new ObservedSession(
                                                log.id(),
                                                setup.agent().name(),
                                                setup.parent()
                                                        .map(SessionSetup.SubAgentLink::origin),
                                                mask))));
    }

    CallObserver calls() {
        return observer.isPresent() ? observer.get() : CallObserver.NONE;
    }

    StepObserver steps() {
        return observer.isPresent() ? observer.get() : StepObserver.NONE;
    }

    RunEvents events(RunEvents events) {
        if (observer.isPresent()) {
            var _ = events.subscribe(observer.get()::event);
        }
        return events;
    }

    ShellOpener shells(ShellOpener shells) {
        return observer.isPresent() ? new ObservedShells(shells, observer.get()) : shells;
    }

    Model model(Model model) {
        return observer.isPresent() ? ObservedModel.of(model, observer.get()) : model;
    }

    /// A model that a call asks.
    Model model(Model model, String callId) {
        return observer.isPresent()
                ? ObservedModel.of(
                        model, (name, prompt) -> observer.get().request(callId, name, prompt))
                : model;
    }
}
