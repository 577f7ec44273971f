/// Files, commands, network and session as a tool sees them. Tools have no other access.
///
/// Every interface here is restricted to what one call may do, so tools need no checks. This
/// package knows neither tools nor models.
@NullMarked
package dev.deft.host;

import org.jspecify.annotations.NullMarked;
