/// Workspaces that other servers have: requests for them are carried out there.
@NullMarked
package dev.deft.server.pinned;

import org.jspecify.annotations.NullMarked;
