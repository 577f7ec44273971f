/// What is known about programs and variables: which options a program takes, which of them are
/// harmless, which programs run other programs, and which variables change what runs.
///
/// The knowledge is in text files beside the classes: `commands.txt`, `variables.txt` and one file
/// for each program in `programs`. [CommandTable] and [VariableTable] read them when the first
/// script is read; [ProgramArguments] tells the words of a command apart as its program would.
@NullMarked
package dev.deft.script.table;

import org.jspecify.annotations.NullMarked;
