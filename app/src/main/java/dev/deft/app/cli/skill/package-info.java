/// `deft skills` and `deft commands`.
@NullMarked
package dev.deft.app.cli.skill;

import org.jspecify.annotations.NullMarked;
