/// The only way out of a sandbox that reaches single hosts: a proxy that lets nobody else through.
///
/// [dev.deft.proxy.HostGrants] decides, [dev.deft.proxy.Proxy] carries the bytes and tells
/// [dev.deft.proxy.ConnectionListener] of every connection. Where the listening socket comes from
/// is not known here.
@NullMarked
package dev.deft.proxy;

import org.jspecify.annotations.NullMarked;
