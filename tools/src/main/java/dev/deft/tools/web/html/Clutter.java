package dev.deft.tools.web.html;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;

/// Decides which elements of a page are left out: what is never shown, and what surrounds the
/// content.
///
/// @param navigation whether navigation, footers, banners and controls are left out too
/// @param fallback whether text for readers without scripts is left out
record Clutter(boolean navigation, boolean fallback) {

    static final Clutter ALL = new Clutter(true, true);

    private static final Set<String> NEVER_SHOWN =
            Set.of(
                    "script",
                    "style",
                    "template",
                    "head",
                    "title",
                    "meta",
                    "link",
                    "base",
                    "iframe",
                    "noframes",
                    "object",
                    "embed",
                    "applet",
                    "canvas",
                    "svg",
                    "map",
                    "area",
                    "param",
                    "source",
                    "track",
                    "datalist",
                    "annotation",
                    "annotation-xml",
                    "rp");

    private static final Set<String> CONTROLS =
            Set.of("button", "select", "textarea", "input", "progress", "meter");

    private static final Set<String> ROLES =
            Set.of("navigation", "search", "contentinfo", "menubar", "toolbar", "tablist");

    private static final Set<String> CLASSES =
            Set.of(
                    "sr-only",
                    "visually-hidden",
                    "visuallyhidden",
                    "screen-reader-text",
                    "skip-link",
                    "skip-to-content",
                    "mw-editsection",
                    "mw-jump-link",
                    "headerlink");

    private static final Set<String> NEVER_CLUTTER = Set.of("html", "body", "main", "article");

    private static final Pattern HIDDEN =
            Pattern.compile("(^|;)(display:none|visibility:hidden|visibility:collapse)(!|;|$)");

    /// Names of consent dialogs. A page about cookies has such a word without the second one.
    private static final Pattern CONSENT =
            Pattern.compile(
                    "(cookie|consent|gdpr|ccpa)[-_ ]?"
                            + "(banner|consent|notice|bar|popup|pop-up|law|overlay|modal|dialog|"
                            + "message|warning|disclaimer|alert|manager|box|wall|prompt|toast|"
                            + "container|layer|wrapper)"
                            + "|(^|[-_ ])(onetrust|cybotcookiebot|didomi|usercentrics|qc-cmp2|"
                            + "truste|cmplz|osano|termly|iubenda-cs|cc-window|cky-consent)");

    private static final int LONGEST_NAME = 500;

    boolean is(Element element) {
        String name = element.normalName();
        if (NEVER_SHOWN.contains(name)) {
            return true;
        }
        if (name.equals("noscript")) {
            return fallback;
        }
        if (!element.attributes().isEmpty() && !NEVER_CLUTTER.contains(name)) {
            if (isHidden(element) || (navigation && isMarked(element))) {
                return true;
            }
        }
        if (name.equals("dialog")) {
            return !element.hasAttr("open");
        }
        return navigation && isNavigation(element, name);
    }

    private static boolean isHidden(Element element) {
        if (element.hasAttr("hidden") && !element.attr("hidden").equals("until-found")) {
            return true;
        }
        if (element.attr("aria-hidden").equalsIgnoreCase("true")) {
            return true;
        }
        String style = element.attr("style");
        if (style.isEmpty() || style.length() > LONGEST_NAME) {
            return false;
        }
        String compact = style.toLowerCase(Locale.ROOT).replaceAll("\\s+", "");
        return HIDDEN.matcher(compact).find();
    }

    private static boolean isMarked(Element element) {
        if (ROLES.contains(element.attr("role").toLowerCase(Locale.ROOT))) {
            return true;
        }
        String names = (element.attr("id") + " " + element.className()).strip();
        if (names.isEmpty() || names.length() > LONGEST_NAME) {
            return false;
        }
        for (String name : element.classList()) {
            if (CLASSES.contains(name)) {
                return true;
            }
        }
        return CONSENT.matcher(names.toLowerCase(Locale.ROOT)).find()
                && element.selectFirst("main, article, h1") == null;
    }

    private static boolean isNavigation(Element element, String name) {
        if (name.equals("nav") || name.equals("menu")) {
            return true;
        }
        if (name.equals("footer")) {
            return !isBelow(element, Set.of("blockquote", "figure"));
        }
        if (name.equals("input") && element.attr("type").equalsIgnoreCase("checkbox")) {
            return !isBelow(element, Set.of("li"));
        }
        return CONTROLS.contains(name)
                && !isBelow(element, Set.of("h1", "h2", "h3", "h4", "h5", "h6", "summary", "dt"));
    }

    private static boolean isBelow(Element element, Set<String> names) {
        for (Element it = element.parent(); it != null; it = it.parent()) {
            if (names.contains(it.normalName())) {
                return true;
            }
        }
        return false;
    }
}
