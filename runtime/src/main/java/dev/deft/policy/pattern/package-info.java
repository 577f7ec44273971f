/// The patterns of rules: paths, hosts and commands.
@NullMarked
package dev.deft.policy.pattern;

import org.jspecify.annotations.NullMarked;
