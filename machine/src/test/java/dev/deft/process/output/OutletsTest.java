package dev.deft.process.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Pipes for the output of commands.
class OutletsTest {

    private final Outlets outlets = new Outlets();

    @Test
    void areUsedAgain() throws Exception {
        Outlet outlet = outlets.take();
        outlet.release();
        assertThat(outlets.take()).isSameAs(outlet);
        outlet.release();
        outlets.close();
    }

    @Test
    void areNotKeptForASessionThatIsOver() throws Exception {
        Outlet outlet = outlets.take();
        outlets.close();
        outlet.release();
        Outlet next = outlets.take();
        assertThat(next).isNotSameAs(outlet);
        next.release();
    }
}
