/// Gives the tools that search the web the service that the settings name.
@NullMarked
package dev.deft.engine.web;

import org.jspecify.annotations.NullMarked;
