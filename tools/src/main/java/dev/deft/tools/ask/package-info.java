/// The tool that asks the user a question. It does not know how the question is shown.
@NullMarked
package dev.deft.tools.ask;

import org.jspecify.annotations.NullMarked;
