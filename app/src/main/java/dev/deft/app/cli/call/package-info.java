/// `deft call`: calls without a model, one or a batch of them.
@NullMarked
package dev.deft.app.cli.call;

import org.jspecify.annotations.NullMarked;
