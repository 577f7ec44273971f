/// The description of the API by OpenAPI 3.1, made from its routes.
@NullMarked
package dev.deft.server.openapi;

import org.jspecify.annotations.NullMarked;
