/// Prepares output for models and terminals: truncates it, masks secrets, removes control
/// characters. It knows no tool and writes nothing.
@NullMarked
package dev.deft.output;

import org.jspecify.annotations.NullMarked;
