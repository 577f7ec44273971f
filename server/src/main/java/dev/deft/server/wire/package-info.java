/// HTTP/1.1 on a socket: heads and bodies of requests, strictly read; responses.
@NullMarked
package dev.deft.server.wire;

import org.jspecify.annotations.NullMarked;
