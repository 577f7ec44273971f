package dev.deft.script.table;

import dev.deft.script.command.Word;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Checks whether an awk program only reads and prints.
final class AwkProgram {

    private static final Pattern DANGEROUS =
            Pattern.compile(
                    "(?s).*(system|getline|ARGV|\\|&|@\\s*[A-Za-z(]|@\\s*\\\\).*"
                            + "|.*print.*?[>|].*");

    private AwkProgram() {}

    /// Checks the text of the program, and its files, which gawk may take for network addresses.
    static boolean isHarmless(ProgramArguments arguments) {
        List<Word> rest = arguments.rest();
        if (rest.isEmpty()) {
            return true;
        }
        Optional<String> program = rest.getFirst().constant();
        if (program.isEmpty() || DANGEROUS.matcher(program.get().replace("||", "")).matches()) {
            return false;
        }
        return rest.stream().skip(1).allMatch(AwkProgram::isFile);
    }

    private static boolean isFile(Word word) {
        return !word.display().contains("/inet")
                && (word.constant().isPresent() || !word.prefix().isEmpty());
    }
}
