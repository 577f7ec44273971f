package dev.deft.os;

import dev.deft.codec.Records;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.HostSession;
import dev.deft.host.Question;
import dev.deft.host.Variables;
import dev.deft.run.Approver;
import dev.deft.run.SessionMemory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The session of one call.
record OsSession(
        String id,
        String callId,
        Variables variables,
        SessionMemory memory,
        Approver person,
        CallLifetime lifetime)
        implements HostSession {

    /// Prefix of the names that Deft uses for its own values. Tools can neither read nor write
    /// them.
    static final String RESERVED = "deft.";

    @Override
    public <T extends Record> Optional<T> load(String name, Class<T> type) throws IOException {
        refuseReserved(name);
        return memory.load(name).map(it -> Records.read(type, it));
    }

    @Override
    public void save(String name, Record value) throws IOException {
        lifetime.checkEffect();
        refuseReserved(name);
        memory.save(name, Records.write(value));
    }

    private static void refuseReserved(String name) throws HostException {
        if (name.startsWith(RESERVED)) {
            throw new HostException(
                    ErrorCode.REFUSED,
                    "Names that begin with %s are reserved for Deft; use another name."
                            .formatted(RESERVED));
        }
    }

    @Override
    public List<List<String>> ask(List<Question> questions)
            throws IOException, InterruptedException {
        lifetime.checkEffect();
        return person.answer(callId, questions);
    }
}
