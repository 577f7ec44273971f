/// Tables of programs and variables: the options of programs and which are dangerous, programs that
/// run other programs, and variables that change what runs.
///
/// The tables are resources: `commands.txt`, `variables.txt` and a file for each program in
/// `programs`. [ProgramArguments] parses the words of a command as its program does. This package
/// knows no scripts and no rules.
@NullMarked
package dev.deft.script.table;

import org.jspecify.annotations.NullMarked;
