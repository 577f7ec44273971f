/// The HTTP API and the web console: what a program starts to serve its engine.
@NullMarked
package dev.deft.server;

import org.jspecify.annotations.NullMarked;
