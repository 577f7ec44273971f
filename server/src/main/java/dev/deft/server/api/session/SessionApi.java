package dev.deft.server.api.session;

import dev.deft.server.http.Route;
import dev.deft.server.live.LiveSessions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Everything about sessions, put together.
///
/// @param random for ids
public record SessionApi(LiveSessions live, InstantSource clock, RandomGenerator random) {

    /// {@return all routes}
    public List<Route> routes() {
        List<Route> all = new ArrayList<>();
        all.addAll(new SessionRoutes(live, clock, random).routes());
        all.addAll(new TalkRoutes(live, random).routes());
        all.addAll(new ChangeRoutes(live, clock, random).routes());
        all.addAll(new LookRoutes(live).routes());
        all.addAll(new RequestRoutes(live).routes());
        return List.copyOf(all);
    }
}
