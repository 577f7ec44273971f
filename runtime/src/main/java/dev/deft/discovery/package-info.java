/// The tool `tool_search` and its index. It knows neither models nor the agent loop.
@NullMarked
package dev.deft.discovery;

import org.jspecify.annotations.NullMarked;
