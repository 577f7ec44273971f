/// A client of the HTTP API. Its records and operations are written by the build from the
/// description of the API.
@NullMarked
package dev.deft.client;

import org.jspecify.annotations.NullMarked;
