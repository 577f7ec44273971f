/// `deft call`: tool calls without a model, single or in batches.
@NullMarked
package dev.deft.app.cli.call;

import org.jspecify.annotations.NullMarked;
