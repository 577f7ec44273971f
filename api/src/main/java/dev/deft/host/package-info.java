/// What a tool may touch of the world, and the only way to touch it.
///
/// Every handle here is already narrowed to what one call may do, so a tool cannot forget a check.
/// This package knows neither tools nor models.
@NullMarked
package dev.deft.host;

import org.jspecify.annotations.NullMarked;
