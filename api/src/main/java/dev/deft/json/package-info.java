/// JSON as plain values: what arguments, results and schemas are made of.
///
/// This package knows no text form and no library; whoever reads or writes JSON text stands
/// outside.
@NullMarked
package dev.deft.json;

import org.jspecify.annotations.NullMarked;
