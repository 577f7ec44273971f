package dev.deft.policy;

import dev.deft.policy.pattern.PathPattern;
import java.util.List;
import java.util.Locale;

/// Paths whose change would change what runs later.
public final class ProtectedPaths {

    private static final String REPOSITORY = ".git";

    private ProtectedPaths() {}

    /// Whether a path relative to the root is protected. Case does not matter: some file systems
    /// ignore it.
    public static boolean contains(String path) {
        if (!isHidden(path) && !endsWith(path, ".json") && !endsWith(path, ".md")) {
            return false;
        }
        String lower = path.toLowerCase(Locale.ROOT);
        return Compiled.PATTERNS.stream().anyMatch(it -> it.matches(lower));
    }

    /// Whether some part of the path begins with a dot. Most do not, and whole trees are looked at.
    private static boolean isHidden(String path) {
        return path.startsWith(".") || path.contains("/.");
    }

    /// The only protected files that are not hidden are servers' lists and instructions.
    private static boolean endsWith(String path, String ending) {
        return path.regionMatches(
                true, path.length() - ending.length(), ending, 0, ending.length());
    }

    /// Whether a path is a repository. As a directory it is not protected itself; as a file or link
    /// it leads git to another directory, and so to other hooks.
    public static boolean isRepository(String path) {
        int from = path.length() - REPOSITORY.length();
        return path.regionMatches(true, from, REPOSITORY, 0, REPOSITORY.length())
                && (from == 0 || path.charAt(from - 1) == '/');
    }

    /// Compiled when the first write is judged, not at the start of the program.
    private static final class Compiled {

        private static final List<PathPattern> PATTERNS =
                List.of(
                                "**/.git/hooks/**",
                                "**/.git/{config,config.worktree,commondir}",
                                "**/.git/{modules,worktrees}/**/{config,config.worktree,commondir,hooks}/**",
                                "**/.deft/**",
                                "**/.aegis/**",
                                "**/.{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,profile,zshrc,zshenv,zprofile,zlogin,zlogout,kshrc,envrc}",
                                "**/.config/{fish,deft,git}/**",
                                "**/.local/share/deft/**",
                                "**/.ssh/**",
                                "**/.gitconfig",
                                "**/{.mcp.json,mcp.json,opencode.json,opencode.jsonc}",
                                "**/.{vscode,idea,cursor,zed,claude,codex,gemini,opencode,windsurf,fleet}/**",
                                "**/.{gdbinit,irbrc,hg/hgrc}",
                                ".github/{workflows,actions}/**",
                                ".{husky,devcontainer,circleci}/**",
                                ".{devcontainer.json,gitlab-ci.yml,pre-commit-config.yaml}",
                                ".cargo/{config,config.toml}",
                                ".{npmrc,yarnrc,yarnrc.yml,cursorrules,windsurfrules}",
                                "{agents,claude,gemini}.md",
                                "**/.{vimrc,exrc,nvimrc,nvim.lua,editorconfig.local,dir-locals.el}")
                        .stream()
                        .map(PathPattern::of)
                        .toList();
    }
}
