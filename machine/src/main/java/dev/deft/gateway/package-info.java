/// The only way out of a sandbox that reaches single hosts: a proxy that lets nobody else through.
///
/// [dev.deft.gateway.Grants] decides, [dev.deft.gateway.Proxy] carries the bytes and tells
/// [dev.deft.gateway.Traffic] of every connection. Where the listening socket comes from is not
/// known here.
@NullMarked
package dev.deft.gateway;

import org.jspecify.annotations.NullMarked;
