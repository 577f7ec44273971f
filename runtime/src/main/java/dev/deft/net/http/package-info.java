/// HTTP over a connection that is already open: requests, responses, bodies and redirects.
///
/// Every read is bounded. It knows nothing of hosts and who may reach them.
@NullMarked
package dev.deft.net.http;

import org.jspecify.annotations.NullMarked;
