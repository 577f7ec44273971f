package dev.deft.agent.model.http;

import java.util.List;

/// The body of a request as pieces of bytes, in their order. What earlier requests had as well is
/// not copied: requests share the pieces, which nobody changes.
public final class RequestBody {

    /// Nothing.
    static final RequestBody EMPTY = new RequestBody(List.of());

    private final List<byte[]> parts;
    private final long length;

    /// @param parts never changed from now on
    public RequestBody(List<byte[]> parts) {
        this.parts = List.copyOf(parts);
        long sum = 0;
        for (byte[] part : this.parts) {
            sum += part.length;
        }
        this.length = sum;
    }

    /// The pieces in their order; not to be changed.
    public List<byte[]> parts() {
        return parts;
    }

    /// How many bytes all pieces have together.
    public long length() {
        return length;
    }

    /// A copy of the whole body.
    public byte[] bytes() {
        byte[] all = new byte[Math.toIntExact(length)];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
}
