package dev.deft.agent.memory.index;

import dev.deft.agent.memory.Embeddings;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// Embeddings that know only which words a text has. They count their work and can be held back.
final class WordVectors implements Embeddings {

    private static final int DIMENSIONS = 64;

    private final String id;
    private final AtomicInteger embedded = new AtomicInteger();
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile boolean broken;

    WordVectors(String id) {
        this.id = id;
    }

    WordVectors() {
        this("words");
    }

    /// Lets no text of more than a few words through until [#release].
    void hold() {
        gate = new CountDownLatch(1);
    }

    void release() {
        gate.countDown();
    }

    void breakDown() {
        broken = true;
    }

    int embedded() {
        return embedded.get();
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public float[] embed(String text) throws IOException {
        boolean question = text.endsWith("?");
        if (!question) {
            await();
            embedded.incrementAndGet();
            if (broken) {
                throw new IOException("out of order");
            }
        }
        float[] vector = new float[DIMENSIONS];
        for (String word : text.toLowerCase(Locale.ROOT).split("[^a-z0-9]+", -1)) {
            vector[Math.floorMod(word.hashCode(), DIMENSIONS)] += 1;
        }
        double length = 0;
        for (float it : vector) {
            length += it * it;
        }
        for (int i = 0; i < vector.length; i++) {
            vector[i] /= (float) Math.sqrt(length);
        }
        return vector;
    }

    private void await() throws IOException {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() {}
}
