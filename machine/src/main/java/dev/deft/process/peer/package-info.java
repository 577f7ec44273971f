/// Programs of the user that stay and are talked to over their standard streams, such as MCP
/// servers.
///
/// They run outside the sandbox, because the user chose them, not a model.
@NullMarked
package dev.deft.process.peer;

import org.jspecify.annotations.NullMarked;
