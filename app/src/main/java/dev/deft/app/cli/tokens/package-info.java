/// deft tokens: who may use the servers of a user.
@NullMarked
package dev.deft.app.cli.tokens;

import org.jspecify.annotations.NullMarked;
