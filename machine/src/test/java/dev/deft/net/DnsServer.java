package dev.deft.net;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;

/// A name server on loopback that may change its mind with every question, and a resolver that asks
/// it.
final class DnsServer implements NameResolver, AutoCloseable {

    private static final int HEADER = 12;
    private static final int ANSWER = 16;

    private final DatagramSocket socket;
    private final IntFunction<List<String>> answers;
    private final List<String> questions = new CopyOnWriteArrayList<>();

    /// @param answers the IPv4 addresses for the first question, the second, and so on
    DnsServer(IntFunction<List<String>> answers) throws IOException {
        this.socket = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"));
        this.answers = answers;
        Thread.ofVirtual().start(this::serve);
    }

    private void serve() {
        try {
            while (true) {
                var packet = new DatagramPacket(new byte[512], 512);
                socket.receive(packet);
                ByteBuffer question = ByteBuffer.wrap(packet.getData(), 0, packet.getLength());
                byte[] answer = answer(question);
                socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
            }
        } catch (IOException _) {
            // The test is over.
        }
    }

    private byte[] answer(ByteBuffer question) {
        List<String> addresses = answers.apply(questions.size());
        questions.add(name(question.duplicate().position(HEADER)));
        var answer = ByteBuffer.allocate(question.limit() + ANSWER * addresses.size());
        answer.putShort(question.getShort(0)).putShort((short) 0x8180).putShort((short) 1);
        answer.putShort((short) addresses.size()).putInt(0);
        answer.put(question.position(HEADER));
        for (String address : addresses) {
            answer.putShort((short) 0xc00c).putShort((short) 1).putShort((short) 1);
            answer.putInt(0).putShort((short) 4).put(InetAddress.ofLiteral(address).getAddress());
        }
        return answer.array();
    }

    private static String name(ByteBuffer from) {
        List<String> labels = new ArrayList<>();
        for (int length = from.get(); length > 0; length = from.get()) {
            var label = new byte[length];
            from.get(label);
            labels.add(new String(label, StandardCharsets.US_ASCII));
        }
        return String.join(".", labels);
    }

    /// The names that were asked for.
    List<String> questions() {
        return List.copyOf(questions);
    }

    @Override
    public List<InetAddress> addresses(String name) throws UnknownHostException {
        try (var client = new DatagramSocket()) {
            var question = ByteBuffer.allocate(512);
            question.putShort((short) 7).putShort((short) 0x0100).putShort((short) 1);
            question.putShort((short) 0).putInt(0);
            for (String label : name.split("\\.", -1)) {
                question.put((byte) label.length());
                question.put(label.getBytes(StandardCharsets.US_ASCII));
            }
            question.put((byte) 0).putShort((short) 1).putShort((short) 1);
            int end = question.position();
            client.send(
                    new DatagramPacket(
                            question.array(),
                            end,
                            socket.getLocalAddress(),
                            socket.getLocalPort()));
            var packet = new DatagramPacket(new byte[512], 512);
            client.setSoTimeout(20_000);
            client.receive(packet);
            return addresses(ByteBuffer.wrap(packet.getData(), 0, packet.getLength()), end, name);
        } catch (UnknownHostException e) {
            throw e;
        } catch (IOException _) {
            throw new UnknownHostException(name);
        }
    }

    private static List<InetAddress> addresses(ByteBuffer answer, int end, String name)
            throws UnknownHostException {
        List<InetAddress> found = new ArrayList<>();
        for (int i = 0; i < answer.getShort(6); i++) {
            var address = new byte[4];
            answer.position(end + ANSWER * i + ANSWER - 4).get(address);
            found.add(InetAddress.getByAddress(address));
        }
        if (found.isEmpty()) {
            throw new UnknownHostException(name);
        }
        return found;
    }

    @Override
    public void close() {
        socket.close();
    }
}
