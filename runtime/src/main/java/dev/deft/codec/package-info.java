/// JSON text to values, values to records, and back.
///
/// The only package that knows the JSON library. It knows no tools and no schemas.
@NullMarked
package dev.deft.codec;

import org.jspecify.annotations.NullMarked;
