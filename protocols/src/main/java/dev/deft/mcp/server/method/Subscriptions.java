package dev.deft.mcp.server.method;

import dev.deft.json.Json;
import dev.deft.rpc.RpcException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/// `subscriptions/listen`: a request that is answered when the server ends, and until then carries
/// notifications.
final class Subscriptions implements AutoCloseable {

    private static final String ID = "io.modelcontextprotocol/subscriptionId";

    private final ChangeHub hub;
    private final CountDownLatch closing = new CountDownLatch(1);

    Subscriptions(ChangeHub hub) {
        this.hub = hub;
    }

    Json.Obj listen(Json id, Json.Obj params, ClientLink link)
            throws RpcException, InterruptedException {
        if (!(params.find("notifications").orElse(Json.Null.VALUE) instanceof Json.Obj wanted)) {
            throw RpcException.invalidParams("The field notifications must be an object.");
        }
        Set<Change> lists = new HashSet<>();
        Json.Obj granted = Json.Obj.EMPTY;
        if (isTrue(wanted, "toolsListChanged")) {
            lists.add(new Change.OfTools());
            granted = granted.with("toolsListChanged", new Json.Bool(true));
        }
        if (isTrue(wanted, "promptsListChanged")) {
            lists.add(new Change.OfPrompts());
            granted = granted.with("promptsListChanged", new Json.Bool(true));
        }
        Set<String> resources = resources(wanted);
        if (!resources.isEmpty()) {
            granted = granted.with("resourceSubscriptions", Json.Arr.ofTexts(resources));
        }
        Json.Obj meta = Json.Obj.EMPTY.with(ID, id);
        var notices = new Notices(link, meta);
        Runnable end = hub.listen(lists, resources, notices);
        notices.acknowledge(granted);
        try {
            closing.await();
            return Json.Obj.EMPTY.with("_meta", meta);
        } finally {
            end.run();
        }
    }

    /// Tells a client of changes, the first of them after it knows that it gets them.
    private static final class Notices implements Consumer<Change> {

        private final ClientLink link;
        private final Json.Obj meta;
        private final Set<Change> early = new LinkedHashSet<>();
        private boolean acknowledged;

        Notices(ClientLink link, Json.Obj meta) {
            this.link = link;
            this.meta = meta;
        }

        synchronized void acknowledge(Json.Obj granted) {
            acknowledged = true;
            link.tell(
                    "notifications/subscriptions/acknowledged",
                    Json.Obj.EMPTY.with("_meta", meta).with("notifications", granted));
            early.forEach(this);
        }

        @Override
        public synchronized void accept(Change change) {
            if (acknowledged) {
                link.tell(change.method(), change.params().with("_meta", meta));
            } else {
                early.add(change);
            }
        }
    }

    private static boolean isTrue(Json.Obj wanted, String name) {
        return wanted.find(name).orElse(Json.Null.VALUE) instanceof Json.Bool(boolean value)
                && value;
    }

    private static Set<String> resources(Json.Obj wanted) throws RpcException {
        Set<String> resources = ChangeHub.watched();
        if (wanted.find("resourceSubscriptions").orElse(Json.Null.VALUE)
                instanceof Json.Arr(List<Json> items)) {
            for (Json it : items) {
                if (it instanceof Json.Str(String uri)) {
                    resources.add(uri);
                }
            }
        }
        if (resources.size() > ChangeHub.MAX_WATCHED) {
            throw RpcException.invalidParams(
                    "At most %d resources can be watched.".formatted(ChangeHub.MAX_WATCHED));
        }
        return resources;
    }

    @Override
    public void close() {
        closing.countDown();
    }
}
