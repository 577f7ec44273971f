package dev.deft.tools.code;

import java.util.List;
import java.util.Optional;

/// What is known about a repository.
///
/// @param path relative to the root
/// @param files that git does not ignore
/// @param lines of text files, the very large ones left out
/// @param languages those with the most lines first
/// @param license of the license file
/// @param git what is checked out
/// @param lastChange the file that was changed last
/// @param topFiles the files directly in `path`
/// @param tree directories with the number of files below each
/// @param directoriesNotShown how many are left out of `tree`
public record RepoOverview(
        String path,
        int files,
        int directories,
        long lines,
        long bytes,
        List<Language> languages,
        List<BuildFile> buildFiles,
        List<String> entryPoints,
        Optional<License> license,
        Optional<Git> git,
        Optional<Change> lastChange,
        List<String> topFiles,
        List<Directory> tree,
        int directoriesNotShown) {

    public RepoOverview {
        languages = List.copyOf(languages);
        buildFiles = List.copyOf(buildFiles);
        entryPoints = List.copyOf(entryPoints);
        topFiles = List.copyOf(topFiles);
        tree = List.copyOf(tree);
    }

    /// A language, with its part of all lines in percent.
    public record Language(String name, int files, long lines, double percent) {}

    /// A file that says how the project is built, such as `pom.xml` for Maven.
    public record BuildFile(String path, String builds) {}

    /// The license file.
    ///
    /// @param name the SPDX identifier, if the text is a known one
    public record License(String path, Optional<String> name) {}

    /// What git has checked out.
    ///
    /// @param branch absent if no branch is checked out
    /// @param lastCommit the last one made here; absent after a clone or a pull
    public record Git(Optional<String> branch, Optional<Commit> lastCommit) {}

    /// A commit.
    ///
    /// @param at as ISO-8601
    public record Commit(String id, String at, String subject) {}

    /// A change of a file.
    ///
    /// @param at as ISO-8601
    public record Change(String path, String at) {}

    /// A directory.
    ///
    /// @param files below it, at any depth
    public record Directory(String path, int files) {}
}
