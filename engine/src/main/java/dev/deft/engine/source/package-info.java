/// Tools that a workspace gets from elsewhere, such as from its MCP servers.
@NullMarked
package dev.deft.engine.source;

import org.jspecify.annotations.NullMarked;
