/// The network of a call: HTTP to hosts that were judged by name and by address.
///
/// [dev.deft.net.CallNetwork] sends requests and follows redirects. [dev.deft.net.HostGrants]
/// judges hosts, for it and for the proxy of sandboxed commands. [dev.deft.net.Connector] connects
/// to the addresses that were judged, and looks up no name.
@NullMarked
package dev.deft.net;

import org.jspecify.annotations.NullMarked;
