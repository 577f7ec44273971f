/// What a person may set, and where Deft keeps what belongs to them.
///
/// Files and variables become [dev.deft.agent.config.Settings]; nobody else reads them. It asks no
/// model and starts nothing.
@NullMarked
package dev.deft.agent.config;

import org.jspecify.annotations.NullMarked;
