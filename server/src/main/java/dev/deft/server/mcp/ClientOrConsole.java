package dev.deft.server.mcp;

import dev.deft.host.Question;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/// Asks the user of the client, or whoever may answer in the console if the client cannot ask.
///
/// @param console of the session, once it is open
record ClientOrConsole(Approver client, Supplier<Approver> console) implements Approver {

    @Override
    public boolean servesMany() {
        return true;
    }

    @Override
    public Approval approve(Request request) throws IOException, InterruptedException {
        return asked().approve(request);
    }

    @Override
    public List<List<String>> answer(String callId, List<Question> questions)
            throws IOException, InterruptedException {
        return asked().answer(callId, questions);
    }

    private Approver asked() {
        return client.present() ? client : console.get();
    }
}
