/// Requests to models over HTTP: streams of events, and retries with backoff.
///
/// It knows status codes, retries and server-sent events. The wires define the content of requests
/// and events; this package knows no provider, session or tool.
@NullMarked
package dev.deft.agent.model.http;

import org.jspecify.annotations.NullMarked;
