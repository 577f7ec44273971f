package dev.deft.process.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Both ends of what was added.
class HeadTailTest {

    @Test
    void remembersTheEndsOfWhateverIsAdded() {
        var random = new Random(11);
        for (int i = 0; i < 2_000; i++) {
            var kept = new HeadTail(random.nextInt(20), 1 + random.nextInt(20));
            var all = new StringBuilder();
            for (int part = random.nextInt(8); part >= 0; part--) {
                byte[] bytes = "x".repeat(random.nextInt(30)).getBytes(StandardCharsets.UTF_8);
                for (int b = 0; b < bytes.length; b++) {
                    bytes[b] = (byte) ('a' + random.nextInt(26));
                }
                kept.add(bytes, bytes.length);
                all.append(new String(bytes, StandardCharsets.UTF_8));
            }
            String head = new String(kept.head(), StandardCharsets.UTF_8);
            String tail = new String(kept.tail(), StandardCharsets.UTF_8);
            assertThat(all.toString()).startsWith(head).endsWith(tail);
            assertThat(kept.cut()).isEqualTo(head.length() + tail.length() < all.length());
            assertThat(kept.total()).isEqualTo(all.length());
        }
    }
}
