package dev.deft.app.cli;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The fields of one message of Protocol Buffers, as far as the tests need them: texts and
/// messages.
record WireFields(List<Field> fields) {

    /// @param bytes of a text or a message, one in each character; empty for numbers
    record Field(int number, String bytes) {

        byte[] content() {
            return bytes.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    static WireFields read(byte[] message) {
        List<Field> fields = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(message);
        while (in.hasRemaining()) {
            long tag = varint(in);
            int number = (int) (tag >>> 3);
            switch ((int) (tag & 7)) {
                case 0 -> {
                    long _ = varint(in);
                }
                case 1 -> in.position(in.position() + Long.BYTES);
                case 2 -> {
                    byte[] bytes = new byte[(int) varint(in)];
                    in.get(bytes);
                    fields.add(new Field(number, new String(bytes, StandardCharsets.ISO_8859_1)));
                }
                case 5 -> in.position(in.position() + Integer.BYTES);
                default -> throw new AssertionError("no such wire type in tag " + tag);
            }
        }
        return new WireFields(fields);
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    List<Field> all(int number) {
        return fields.stream().filter(it -> it.number() == number).toList();
    }

    List<WireFields> messages(int number) {
        return all(number).stream().map(it -> read(it.content())).toList();
    }

    String text(int number) {
        return all(number).stream()
                .map(it -> new String(it.content(), StandardCharsets.UTF_8))
                .findFirst()
                .orElse("");
    }
}
