package dev.deft.tools.files.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextFileTest {

    /// Bytes that make encodings hard to tell apart.
    private static final int[] TRICKY = {
        'a', 'b', '\n', '\r', 0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0x80, 0x81, 0x9F, 0xED, 0xA0, 0xF0,
        0x9F, 0x98, 0xFF, 0xFE, 0xEF, 0xBB, 0xBF, 0xC0, 0xF4, 0x90, 0xE0, 0xD8, 0xDC
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void writesBackWhatItReadByteForByte(long seed) throws Exception {
        var random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            Bytes bytes = bytes(random);
            var text = TextFile.decode(bytes);
            if (text.isPresent()) {
                assertThat(text.get().encode("x")).isEqualTo(bytes);
            }
        }
    }

    private static Bytes bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(12)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) TRICKY[random.nextInt(TRICKY.length)];
        }
        if (bytes.length > 2 && random.nextInt(3) == 0) {
            bytes[0] = (byte) 0xEF;
            bytes[1] = (byte) 0xBB;
            bytes[2] = (byte) 0xBF;
        }
        if (bytes.length > 1 && random.nextInt(4) == 0) {
            boolean little = random.nextBoolean();
            bytes[0] = (byte) (little ? 0xFF : 0xFE);
            bytes[1] = (byte) (little ? 0xFE : 0xFF);
        }
        return Bytes.wrap(bytes);
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void takesForUtf8WhatTheJdkTakesForUtf8(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            Bytes bytes = bytes(random);
            boolean valid = TextFile.decode(bytes, TextEncoding.UTF_8).isPresent();
            var encoding = TextFile.decode(bytes).map(TextFile::encoding);
            if (TextEncoding.marked(bytes).isEmpty()) {
                assertThat(encoding.orElseThrow().equals(TextEncoding.UTF_8)).isEqualTo(valid);
            }
        }
    }

    @Test
    void tellsTheEncodingsApart() {
        assertThat(encoding("caf\u00e9".getBytes(StandardCharsets.UTF_8))).isEqualTo("utf-8");
        assertThat(encoding("caf\u00e9".getBytes(StandardCharsets.ISO_8859_1)))
                .isEqualTo("iso-8859-1");
        assertThat(encoding(new byte[] {'5', ' ', (byte) 0x80})).isEqualTo("windows-1252");
        assertThat(encoding(new byte[] {'5', ' ', (byte) 0x81})).isEqualTo("iso-8859-1");
        assertThat(encoding(new byte[] {(byte) 0xFF, (byte) 0xFE, 'a', 0})).isEqualTo("utf-16le");
        assertThat(encoding(new byte[] {(byte) 0xFE, (byte) 0xFF, 0, 'a'})).isEqualTo("utf-16be");
        assertThat(encoding(new byte[] {})).isEqualTo("utf-8");
    }

    private static String encoding(byte[] bytes) {
        return TextFile.decode(Bytes.wrap(bytes)).orElseThrow().encoding().wire();
    }

    @Test
    void takesNoBinaryForText() {
        assertThat(TextFile.decode(Bytes.of("a\0b"))).isEmpty();
        assertThat(TextFile.decode(Bytes.wrap(new byte[] {(byte) 0xFF, (byte) 0xFE, 'a'})))
                .as("half a character")
                .isEmpty();
    }
}
