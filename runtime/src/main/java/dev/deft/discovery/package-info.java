/// Finding tools by what they do: the index behind `tool_search`.
@NullMarked
package dev.deft.discovery;

import org.jspecify.annotations.NullMarked;
