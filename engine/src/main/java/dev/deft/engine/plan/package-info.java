/// The plans of sessions, kept below `.deft/plans`.
@NullMarked
package dev.deft.engine.plan;

import org.jspecify.annotations.NullMarked;
