package dev.deft.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.server.store.SessionRef;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LatestStateTest {

    private static final SessionRef SESSION = new SessionRef("w", "s");

    /// As when the run of a session ends while its beginning is being told.
    @Test
    void tellsAgainOfWhatChangedMeanwhile() throws Exception {
        var state = new AtomicReference<>("running");
        var looked = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        var latest =
                new LatestState(it -> {
                    String seen = state.get();
                    looked.countDown();
                    awaitUninterruptibly(goOn);
                    told.add(seen);
                });
        Thread slow = Thread.ofVirtual().start(() -> latest.changed(SESSION));
        looked.await();
        state.set("idle");
        latest.changed(SESSION);
        goOn.countDown();
        slow.join();

        assertThat(told).containsExactly("running", "idle");
    }

    @Test
    void tellsOfOneSessionWhileAnotherOneIsSlow() throws Exception {
        var looked = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        List<SessionRef> told = Collections.synchronizedList(new ArrayList<>());
        var other = new SessionRef("w", "other");
        var latest =
                new LatestState(it -> {
                    if (it.equals(SESSION)) {
                        looked.countDown();
                        awaitUninterruptibly(goOn);
                    }
                    told.add(it);
                });
        Thread slow = Thread.ofVirtual().start(() -> latest.changed(SESSION));
        looked.await();
        latest.changed(other);
        assertThat(told).containsExactly(other);
        goOn.countDown();
        slow.join();
    }

    @Test
    void goesOnAfterAFailure() {
        List<SessionRef> told = new ArrayList<>();
        var latest =
                new LatestState(it -> {
                    told.add(it);
                    if (told.size() == 1) {
                        throw new IllegalStateException("broken");
                    }
                });
        assertThatThrownBy(() -> latest.changed(SESSION)).hasMessage("broken");
        latest.changed(SESSION);
        assertThat(told).containsExactly(SESSION, SESSION);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
