/// The contract of tools.
///
/// A [dev.deft.tool.Tool] turns validated parameters into a [dev.deft.tool.ToolResult]. It has
/// access to a [dev.deft.host.Host] only, not to the model or the user. This package knows no
/// implementation of tools or hosts.
@NullMarked
package dev.deft.tool;

import org.jspecify.annotations.NullMarked;
