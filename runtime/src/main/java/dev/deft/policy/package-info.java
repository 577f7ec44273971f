/// What a caller may do, as data: policies, rules, ceilings, and the files they are kept in. Gates
/// and sandboxes read it; it knows neither.
@NullMarked
package dev.deft.policy;

import org.jspecify.annotations.NullMarked;
