package dev.deft.run;

import dev.deft.tool.Envelope;

/// Is told of the calls of a pipeline while they go through it, on their threads.
///
/// Unlike a listener of [CallEvents] it learns of everything at the moment it happens, and of the
/// gates too. It cannot change a call. Its methods must return at once and must not throw.
@FunctionalInterface
public interface CallObserver {

    /// Observes nothing.
    CallObserver NONE = new Quiet();

    /// A call was received; nothing has been done about it yet.
    ///
    /// @param call that begins
    /// @return is told what becomes of it
    ObservedCall begin(ResolvedCall call);

    /// One call. [#ended] is always the last that it is told.
    interface ObservedCall {

        /// The gates begin to judge the call. A call that failed in look mode is judged again.
        void judging();

        /// The gates leave it to the approver, who is asked now.
        void asking();

        /// The gates have decided, or the approver has.
        ///
        /// @param decision of all gates
        void decided(Gates.Decision decision);

        /// The call is over, recorded and counted.
        ///
        /// @param envelope its result, without secrets
        void ended(Envelope envelope);
    }

    /// A class rather than lambdas, for start-up time.
    final class Quiet implements CallObserver, ObservedCall {

        private Quiet() {}

        @Override
        public ObservedCall begin(ResolvedCall call) {
            return this;
        }

        @Override
        public void judging() {}

        @Override
        public void asking() {}

        @Override
        public void decided(Gates.Decision decision) {}

        @Override
        public void ended(Envelope envelope) {}
    }
}
