/// The contract between a tool and everyone who calls it.
///
/// A [dev.deft.tool.Tool] turns validated parameters into a [dev.deft.tool.ToolResult]. It never
/// sees the model or the person; it sees a [dev.deft.host.Host] and nothing else.
@NullMarked
package dev.deft.tool;

import org.jspecify.annotations.NullMarked;
