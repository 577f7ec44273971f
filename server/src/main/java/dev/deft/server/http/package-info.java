/// HTTP without resources: routes, requests, responses, problems, server-sent events, limits.
@NullMarked
package dev.deft.server.http;

import org.jspecify.annotations.NullMarked;
