/// Permissions as data: policies, rules, ceilings, protected paths and secrets, and the files they
/// are stored in. Gates and sandboxes read it; it knows neither.
@NullMarked
package dev.deft.policy;

import org.jspecify.annotations.NullMarked;
