package dev.deft.app.interactive;

import dev.deft.app.terminal.dialog.ApprovalDialog;
import dev.deft.app.terminal.dialog.QuestionDialog;
import dev.deft.app.terminal.ui.Dialog;
import dev.deft.host.Question;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import java.util.function.Function;

/// Asks the user by dialogs. The call waits on its own thread; the dialog lives on the thread of
/// the screen, and disappears if the call is cancelled.
///
/// @param screen shows dialogs
/// @param approvals makes the dialog of a request
record DialogApprover(
        Dialogs screen,
        Function<Approver.Request, ApprovalDialog> approvals,
        Function<List<Question>, QuestionDialog> questions)
        implements Approver {

    /// Shows dialogs; may be called on any thread.
    interface Dialogs {

        /// Shows a dialog.
        ///
        /// @param take gets the answer, on the thread of the screen
        <T> void show(Dialog<T> dialog, Consumer<T> take);

        void withdraw(Dialog<?> dialog);
    }

    @Override
    public Approval approve(Request request) throws InterruptedException {
        ApprovalDialog.Choice choice = ask(approvals.apply(request));
        return switch (choice.kind()) {
            case ONCE -> Approval.ONCE;
            case SESSION -> Approval.session(choice.rules());
            case PROJECT -> Approval.project(choice.rules());
            case REJECT -> choice.message().map(Approval::reject).orElse(Approval.REJECT);
        };
    }

    @Override
    public List<List<String>> answer(String callId, List<Question> asked)
            throws InterruptedException {
        return ask(questions.apply(asked)).answers();
    }

    private <T> T ask(Dialog<T> dialog) throws InterruptedException {
        BlockingQueue<T> answer = new ArrayBlockingQueue<>(1);
        screen.show(dialog, answer::add);
        try {
            return answer.take();
        } catch (InterruptedException e) {
            screen.withdraw(dialog);
            throw e;
        }
    }
}
