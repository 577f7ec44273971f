/// The demo, which needs no key and no network: the real loop and tools on a temporary project,
/// with a scripted model server on loopback. It knows no engine.
@NullMarked
package dev.deft.app.demo;

import org.jspecify.annotations.NullMarked;
