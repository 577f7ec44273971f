/// A brain for the hands: it asks a model, runs the calls the model makes, and repeats.
@NullMarked
package dev.deft.agent;

import org.jspecify.annotations.NullMarked;
