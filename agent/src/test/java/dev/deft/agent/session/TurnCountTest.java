package dev.deft.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TurnCountTest {

    @Test
    void countsEachCallBeforeTheFirstMessage() {
        var turns = new TurnCount();
        assertThat(turns.turns()).isZero();

        turns.callStarted("c1");
        assertThat(turns.turns()).isEqualTo(1);
        turns.callEnded("c1");
        assertThat(turns.turns()).isEqualTo(1);
        turns.callEnded("denied");
        assertThat(turns.turns()).as("also one that never ran").isEqualTo(2);
        assertThat(turns.conversing()).isFalse();
    }

    @Test
    void countsMessagesAndNotTheirCalls() {
        var turns = new TurnCount();
        turns.userMessage();
        turns.callStarted("c1");
        turns.callEnded("c1");
        turns.callEnded("denied");

        assertThat(turns.turns()).isEqualTo(1);
        assertThat(turns.conversing()).isTrue();
    }

    @Test
    void continuesFromTheStateOfASession() {
        var past = new SessionState(7, true, Map.of(), List.of(), Instant.EPOCH, 0);
        TurnCount turns = TurnCount.from(past);
        turns.callStarted("c1");
        assertThat(turns.turns()).isEqualTo(7);
        turns.userMessage();
        assertThat(turns.turns()).isEqualTo(8);
    }
}
