/// `deft policy`: lists, adds, revokes, explains and tests permission rules.
@NullMarked
package dev.deft.app.cli.policy;

import org.jspecify.annotations.NullMarked;
