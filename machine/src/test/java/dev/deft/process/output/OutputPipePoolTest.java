package dev.deft.process.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Pipes for the output of commands.
class OutputPipePoolTest {

    private final OutputPipePool outlets = new OutputPipePool();

    @Test
    void areUsedAgain() throws Exception {
        OutputPipes outlet = outlets.take();
        outlet.release();
        assertThat(outlets.take()).isSameAs(outlet);
        outlet.release();
        outlets.close();
    }

    @Test
    void areNotKeptForASessionThatIsOver() throws Exception {
        OutputPipes outlet = outlets.take();
        outlets.close();
        outlet.release();
        OutputPipes next = outlets.take();
        assertThat(next).isNotSameAs(outlet);
        next.release();
    }
}
