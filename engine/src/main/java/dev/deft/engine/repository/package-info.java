/// What `repo_clone` needs of the machine: a staged directory, and a sandbox that reaches one host.
@NullMarked
package dev.deft.engine.repository;

import org.jspecify.annotations.NullMarked;
