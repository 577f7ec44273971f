/// Parses JSON and YAML, and converts JSON values to records and back.
///
/// Only this package uses the JSON library. It knows neither tools nor schemas.
@NullMarked
package dev.deft.codec;

import org.jspecify.annotations.NullMarked;
