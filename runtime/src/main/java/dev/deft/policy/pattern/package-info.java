/// Patterns for paths, hosts and commands. It does not know rules.
@NullMarked
package dev.deft.policy.pattern;

import org.jspecify.annotations.NullMarked;
