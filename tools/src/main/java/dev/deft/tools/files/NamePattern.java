package dev.deft.tools.files;

import java.util.regex.Pattern;

/// A glob for entries of a directory: `*` and `?` within a name, `**` across directories, `[a-z]`
/// and `{a,b}`. Without a `/` it speaks of the name alone.
final class NamePattern {

    private final boolean directoriesOnly;
    private final boolean wholePath;
    private final Pattern regex;

    NamePattern(String glob) {
        this.directoriesOnly = glob.endsWith("/");
        String body = directoriesOnly ? glob.substring(0, glob.length() - 1) : glob;
        this.wholePath = body.contains("/");
        this.regex = Pattern.compile(regex(body), Pattern.DOTALL);
    }

    boolean matches(String path, boolean directory) {
        if (directoriesOnly && !directory) {
            return false;
        }
        String subject = wholePath ? path : path.substring(path.lastIndexOf('/') + 1);
        return regex.matcher(subject).matches();
    }

    private static String regex(String glob) {
        var regex = new StringBuilder();
        int braces = 0;
        for (int i = 0; i < glob.length(); i++) {
            char it = glob.charAt(i);
            switch (it) {
                case '*' -> {
                    if (glob.startsWith("**/", i)) {
                        regex.append("(?:.*/)?");
                        i += 2;
                    } else if (glob.startsWith("**", i)) {
                        regex.append(".*");
                        i++;
                    } else {
                        regex.append("[^/]*");
                    }
                }
                case '?' -> regex.append("[^/]");
                case '[' -> i = appendClass(regex, glob, i);
                case '{' -> {
                    regex.append("(?:");
                    braces++;
                }
                case '}' -> {
                    regex.append(braces > 0 ? ")" : "\\}");
                    braces = Math.max(0, braces - 1);
                }
                case ',' -> regex.append(braces > 0 ? "|" : ",");
                default -> regex.append(Pattern.quote(String.valueOf(it)));
            }
        }
        return regex.append(")".repeat(braces)).toString();
    }

    /// Returns where the class ends; a `[` that nothing closes is a plain character.
    private static int appendClass(StringBuilder regex, String glob, int start) {
        int end = glob.indexOf(']', start + 2);
        if (end < 0) {
            regex.append("\\[");
            return start;
        }
        boolean negated = glob.charAt(start + 1) == '!' || glob.charAt(start + 1) == '^';
        String members = glob.substring(negated ? start + 2 : start + 1, end);
        regex.append(negated ? "[^/" : "[")
                .append(members.replace("\\", "\\\\").replace("[", "\\[").replace("&&", "&\\&"))
                .append("]");
        return end;
    }
}
