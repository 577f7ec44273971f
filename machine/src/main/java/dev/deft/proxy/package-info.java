/// The HTTP proxy through which sandboxed commands reach granted hosts.
///
/// [dev.deft.net.HostGrants] decides, [dev.deft.proxy.Proxy] forwards the bytes and reports every
/// connection to [dev.deft.proxy.ConnectionListener]. It knows nothing of sandboxes, nor where the
/// listening socket comes from.
@NullMarked
package dev.deft.proxy;

import org.jspecify.annotations.NullMarked;
