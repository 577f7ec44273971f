/// Asking over HTTP: one request, a stream of events, and retries with backoff.
///
/// It knows status codes, retries and server-sent events, and no provider: what a request holds and
/// what an event means is said by the wire that uses it. It knows no session, no tool and no file.
@NullMarked
package dev.deft.agent.model.http;

import org.jspecify.annotations.NullMarked;
