package dev.deft.agent.model.http;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.codec.JsonBytes;
import dev.deft.json.Json;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/// A conversation as the requests so far have it. The next request is written from what is new;
/// long stretches that are settled are shared between requests.
final class ConversationBytes {

    /// The least bytes of a stretch. What is not yet part of one is copied into each request.
    private static final int STRETCH_BYTES = 16 * 1024;

    private static final byte[] NOTHING = {};

    /// The end of every request.
    private static final byte[] END = {']', '}'};

    /// The message of the user that has nothing but the pictures of earlier answers.
    private static final Message.User PICTURES_ONLY = new Message.User(List.of());

    private final RequestFormat format;
    private final int longestToolName;
    private final List<MessageBytes> messages = new ArrayList<>();
    private final List<Stretch> stretches = new ArrayList<>();
    private final JsonBytes scratch = new JsonBytes();
    private byte[] begin = NOTHING;
    private List<String> sections = List.of();
    private byte[] system = NOTHING;
    private List<Json.Obj> definitions = List.of();
    private byte[] tools = NOTHING;
    private ToolNames names;
    private WeakReference<Message> first = new WeakReference<>(PICTURES_ONLY);
    private WeakReference<Message> last = new WeakReference<>(PICTURES_ONLY);
    private long size;

    ConversationBytes(RequestFormat format, int longestToolName) {
        this.format = format;
        this.longestToolName = longestToolName;
        this.names = new ToolNames(List.of(), longestToolName);
    }

    /// Some settled messages, as requests have them.
    private static final class Stretch {

        private final byte[] bytes;

        /// The first message behind them.
        private final int end;

        Stretch(byte[] bytes, int end) {
            this.bytes = bytes;
            this.end = end;
        }
    }

    boolean beginsWith(Message message) {
        return first.refersTo(message);
    }

    boolean endsWith(Message message) {
        return last.refersTo(message);
    }

    /// Whether nobody has the conversation any more.
    boolean isAbandoned() {
        return first.refersTo(null) && last.refersTo(null);
    }

    ToolNames names() {
        return names;
    }

    /// The bytes of the last request.
    long size() {
        return size;
    }

    /// The body of the next request.
    RequestBody write(Prompt prompt) {
        writeFixed(prompt);
        int same = take(prompt.messages());
        int settled = format.settled(messages);
        while (!stretches.isEmpty()
                && (stretches.getLast().end >= same || stretches.getLast().end > settled)) {
            stretches.removeLast();
        }
        byte[] rest = join(settled);
        List<byte[]> parts = new ArrayList<>(stretches.size() + 2);
        parts.add(begin(prompt, rest.length == END.length));
        for (Stretch it : stretches) {
            parts.add(it.bytes);
        }
        parts.add(rest);
        var body = new RequestBody(parts);
        size = body.length();
        return body;
    }

    /// What comes before the messages, which is seldom another than in the request before.
    ///
    /// @param all whether nothing follows but the end
    private byte[] begin(Prompt prompt, boolean all) {
        scratch.clear();
        format.begin(prompt, system, tools, scratch);
        if (all && scratch.last() == ',') {
            scratch.shortenTo(scratch.length() - 1);
        }
        if (!scratch.hasBytes(begin)) {
            begin = scratch.toBytes();
        }
        return begin;
    }

    /// Writes the system prompt and the tools if they have changed.
    private void writeFixed(Prompt prompt) {
        if (!prompt.system().equals(sections)) {
            sections = prompt.system();
            system = format.system(sections);
        }
        if (!prompt.tools().equals(definitions)) {
            definitions = prompt.tools();
            var now = new ToolNames(definitions, longestToolName);
            if (!now.spellsLike(names)) {
                messages.clear();
                stretches.clear();
            }
            names = now;
            tools = definitions.isEmpty() ? NOTHING : format.tools(definitions, names);
        }
    }

    /// Takes over the messages of a request, and writes those that are new.
    ///
    /// Pictures of answers go into the messages behind them: no wire takes a picture back from the
    /// model itself, but all take it from the user.
    ///
    /// @return how many messages at the beginning are the same as before
    private int take(List<Message> now) {
        var next = new Next();
        List<Part> pictures = List.of();
        for (Message message : now) {
            if (message instanceof Message.Assistant(List<Part> parts)) {
                next.take(message, List.of());
                pictures = withPictures(pictures, parts);
            } else if (message instanceof Message.User) {
                next.take(message, pictures);
                pictures = List.of();
            } else {
                next.take(message, List.of());
                if (!pictures.isEmpty()) {
                    next.take(PICTURES_ONLY, pictures);
                    pictures = List.of();
                }
            }
        }
        if (!now.isEmpty()) {
            first = new WeakReference<>(now.getFirst());
            last = new WeakReference<>(now.getLast());
        }
        return next.end();
    }

    private static List<Part> withPictures(List<Part> pictures, List<Part> parts) {
        List<Part> all = pictures;
        for (Part part : parts) {
            if (part instanceof Part.Media) {
                all = all.isEmpty() ? new ArrayList<>() : all;
                all.add(part);
            }
        }
        return all;
    }

    private MessageBytes write(Message message, List<Part> pictures) {
        var out = new JsonBytes();
        Message whole =
                message instanceof Message.User(List<Part> own) && !pictures.isEmpty()
                        ? AnswerPictures.before(own, pictures)
                        : message;
        format.message(whole, names, out);
        return new MessageBytes(message, pictures, out.toBytes());
    }

    /// Writes the items that are in no stretch, and makes stretches of those that are settled.
    ///
    /// @return what is in no stretch, and the end of the request
    private byte[] join(int settled) {
        JsonBytes out = scratch;
        out.clear();
        int from = stretches.isEmpty() ? 0 : stretches.getLast().end;
        int at = from;
        while (at < messages.size()) {
            if (messages.get(at).isEmpty()) {
                at++;
                continue;
            }
            // An item follows, so that the last comma is never in a stretch.
            if (at <= settled && out.length() >= STRETCH_BYTES) {
                byte[] bytes = out.toBytes();
                for (MessageBytes it : messages.subList(from, at)) {
                    it.moveTo(bytes);
                }
                stretches.add(new Stretch(bytes, at));
                out.clear();
                from = at;
            }
            at = format.item(messages, at, settled, out);
        }
        if (out.last() == ',') {
            out.shortenTo(out.length() - 1);
        }
        return out.bytes(END).toBytes();
    }

    /// Goes through the messages of a request, beside those of the one before.
    private final class Next {

        private final IdentityHashMap<Message, MessageBytes> others = new IdentityHashMap<>(0);
        private int at;
        private int same = Integer.MAX_VALUE;

        void take(Message message, List<Part> pictures) {
            boolean known = at < messages.size() && messages.get(at).isOf(message, pictures);
            if (!known) {
                leavePrefix();
                MessageBytes other = others.get(message);
                messages.add(
                        other != null && other.isOf(message, pictures)
                                ? other
                                : write(message, pictures));
            }
            at++;
        }

        /// The messages that were next may come later again, such as those behind one whose output
        /// was cleared.
        private void leavePrefix() {
            if (at >= messages.size()) {
                same = Math.min(same, at);
                return;
            }
            same = at;
            List<MessageBytes> rest = messages.subList(at, messages.size());
            for (MessageBytes it : rest) {
                it.putInto(others);
            }
            rest.clear();
        }

        int end() {
            messages.subList(at, messages.size()).clear();
            return Math.min(same, at);
        }
    }
}
