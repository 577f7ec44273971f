package dev.deft.server.api.session;

import dev.deft.agent.session.BranchIds;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionSummary;
import dev.deft.codec.JsonText;
import dev.deft.engine.export.HtmlPage;
import dev.deft.engine.export.MarkdownPage;
import dev.deft.json.Json;
import dev.deft.server.access.AccessScope;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ResultPage;
import dev.deft.server.http.Route;
import dev.deft.server.live.EntryView;
import dev.deft.server.live.LiveSessions;
import dev.deft.server.live.SessionView;
import dev.deft.server.store.SessionRef;
import dev.deft.tool.Doc;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What a session did: its entries, statistics, sub-agents, and copies to take away.
final class LookRoutes {

    private static final String TAG = "sessions";

    private final LiveSessions live;
    private final SessionAddress address;

    LookRoutes(LiveSessions live) {
        this.live = live;
        this.address = new SessionAddress(live);
    }

    /// Entries of a log.
    record EntriesView(
            @Doc("As the log has them, without what chains and signs them") List<Json.Obj> items,
            @Doc("The number of the first entry of the session; 0 if it has none") long first,
            @Doc("The number of its last entry") long last) {}

    List<Route> routes() {
        return List.of(
                Route.get(SessionAddress.ONE + "/entries")
                        .named(TAG, "listEntries", "Entries of the log, in order.")
                        .needs(AccessScope.LOOK)
                        .query("after", "integer", "Only those after this one.")
                        .query("before", "integer", "Only those before this one: the last of them.")
                        .query("limit", "integer", "How many at most, from 1 to 1000.")
                        .query(
                                "branch",
                                "string",
                                "`all`, or `active` for those that were not taken back.")
                        .answers(200, EntriesView.class)
                        .by(this::entries),
                Route.get(SessionAddress.ONE + "/export")
                        .named(TAG, "exportSession", "A session as a file.")
                        .needs(AccessScope.LOOK)
                        .query("format", "string", "`html`, `markdown` or `jsonl`.")
                        .answers(200, "text/html", "The file.")
                        .alsoAnswers("text/markdown", "application/jsonl")
                        .by(this::export),
                Route.get(SessionAddress.ONE + "/children")
                        .named(TAG, "listChildren", "The sub-agents that a session started.")
                        .needs(AccessScope.LOOK)
                        .paged()
                        .answersPage(SessionView.class)
                        .by(this::children),
                Route.get(SessionAddress.ONE + "/stats")
                        .named(TAG, "getStats", "Where time and tokens went.")
                        .needs(AccessScope.LOOK)
                        .answers(200, SessionStats.class)
                        .by(this::stats));
    }

    private ApiResponse entries(ApiRequest request) throws IOException {
        SessionRef ref = address.existing(request);
        int after = request.number("after", 0, Integer.MAX_VALUE, 0);
        int before = request.number("before", 0, Integer.MAX_VALUE, 0);
        int limit = request.number("limit", 1, 1000, 200);
        String branch = request.parameter("branch").orElse("all");
        if (!branch.equals("all") && !branch.equals("active")) {
            throw Problem.badRequest("branch is all or active.").exception();
        }
        var ids = new BranchIds();
        List<Json.Obj> found = new ArrayList<>();
        long[] ends = new long[2];
        live.logs(ref)
                .read(
                        new SessionId(ref.session()),
                        0,
                        it -> {
                            long id = EntryView.id(it);
                            ends[0] = ends[0] == 0 ? id : ends[0];
                            ends[1] = id;
                            ids.add(id, number(it, "parent"));
                            if (id > after && (before == 0 || id < before)) {
                                found.add(it);
                            }
                        });
        List<Json.Obj> wanted =
                branch.equals("all")
                        ? found
                        : found.stream().filter(it -> ids.contains(EntryView.id(it))).toList();
        int from = before > 0 ? Math.max(0, wanted.size() - limit) : 0;
        List<Json.Obj> page =
                wanted.subList(from, Math.min(wanted.size(), from + limit)).stream()
                        .map(EntryView::of)
                        .toList();
        return ApiResponse.record(200, new EntriesView(page, ends[0], ends[1]));
    }

    private static long number(Json.Obj entry, String name) {
        return entry.find(name).orElse(Json.Null.VALUE) instanceof Json.Num number
                ? number.asLong().orElse(0L)
                : 0L;
    }

    private ApiResponse export(ApiRequest request) throws IOException {
        SessionRef ref = address.existing(request);
        String format = request.parameter("format").orElse("html");
        var id = new SessionId(ref.session());
        return switch (format) {
            case "html" -> file(ref, "html", "text/html", HtmlPage.of(ref.session(), history(ref)));
            case "markdown" ->
                    file(ref, "md", "text/markdown", MarkdownPage.of(ref.session(), history(ref)));
            case "jsonl" -> {
                var lines = new StringBuilder();
                live.logs(ref)
                        .read(
                                id,
                                0,
                                it -> lines.append(JsonText.write(EntryView.of(it))).append('\n'));
                yield file(ref, "jsonl", "application/jsonl", lines.toString());
            }
            default -> throw Problem.badRequest("format is html, markdown or jsonl.").exception();
        };
    }

    private SessionHistory history(SessionRef ref) throws IOException {
        return SessionHistory.read(live.logs(ref), new SessionId(ref.session()));
    }

    /// The id has nothing that a header would have to quote.
    private static ApiResponse file(SessionRef ref, String ending, String type, String text) {
        return ApiResponse.text(200, type, text)
                .with(
                        "Content-Disposition",
                        "attachment; filename=\"%s.%s\"".formatted(ref.session(), ending));
    }

    private ApiResponse children(ApiRequest request) throws IOException {
        return ResultPage.response(
                ResultPage.of(below(address.existing(request)), request, SessionView::id), request);
    }

    private List<SessionView> below(SessionRef ref) throws IOException {
        List<SessionView> children = new ArrayList<>();
        for (SessionSummary it : live.views().search(ref.workspace(), "").reversed()) {
            if (it.parent().filter(ref.session()::equals).isPresent()) {
                live.views().listed(ref.workspace(), it).ifPresent(children::add);
            }
        }
        return children;
    }

    private ApiResponse stats(ApiRequest request) throws IOException {
        SessionRef ref = address.existing(request);
        List<SessionSpans.Child> children = new ArrayList<>();
        for (SessionView it : below(ref)) {
            SessionHistory child = history(new SessionRef(ref.workspace(), it.id()));
            child.parent()
                    .ifPresent(from ->
                            children.add(
                                    new SessionSpans.Child(
                                            it.id(), from.callId(), from.agent(), child.usage())));
        }
        return ApiResponse.record(200, SessionStats.of(history(ref), children));
    }
}
