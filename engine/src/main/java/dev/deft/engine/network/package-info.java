/// The network of a session's calls: which hosts a call may reach, and the way there.
///
/// [dev.deft.engine.network.CallHosts] applies the ceilings and the rules, also to the targets of
/// redirects. [dev.deft.engine.network.UserRoutes] knows the proxies and certificates, as for
/// models.
@NullMarked
package dev.deft.engine.network;

import org.jspecify.annotations.NullMarked;
