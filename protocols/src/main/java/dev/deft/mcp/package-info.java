/// What the server and the client of the Model Context Protocol share: revisions and names of the
/// wire.
@NullMarked
package dev.deft.mcp;

import org.jspecify.annotations.NullMarked;
