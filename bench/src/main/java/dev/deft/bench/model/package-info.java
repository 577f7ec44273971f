/// Model servers on loopback that do what the last message says.
@NullMarked
package dev.deft.bench.model;

import org.jspecify.annotations.NullMarked;
