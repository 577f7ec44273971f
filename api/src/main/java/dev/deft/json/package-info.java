/// JSON values, as used in arguments, results and schemas.
///
/// This package parses no text and knows no JSON library.
@NullMarked
package dev.deft.json;

import org.jspecify.annotations.NullMarked;
