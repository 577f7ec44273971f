package dev.deft.server.listener;

import java.time.Duration;

/// Is told of requests, for figures about them. Must return at once.
public interface HttpObserver {

    /// Hears nothing.
    HttpObserver NONE = (_, _, _, _) -> {};

    /// A request was answered.
    ///
    /// @param route the id of the operation; `none` if there is none at that path
    void answered(String method, String route, int status, Duration time);
}
