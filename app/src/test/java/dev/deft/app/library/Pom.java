package dev.deft.app.library;

import dev.deft.app.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/// A `pom.xml` of the checkout.
///
/// @param module the directory it is in; empty for the root
record Pom(String module, Document document) {

    static Pom of(String module) {
        Path file = Checkout.file(module).resolve("pom.xml");
        try {
            return new Pom(
                    module,
                    DocumentBuilderFactory.newDefaultInstance()
                            .newDocumentBuilder()
                            .parse(file.toFile()));
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new IllegalStateException(file + " cannot be read", e);
        }
    }

    static Pom root() {
        return of("");
    }

    /// Those that others may depend on.
    static List<Pom> published() {
        return root().texts("/project/modules/module").stream()
                .map(Pom::of)
                .filter(it -> !it.text("/project/properties/maven.deploy.skip").equals("true"))
                .toList();
    }

    /// The same with what it inherits from the root, where it has a parent.
    Stream<Pom> withParent() {
        return text("/project/parent/artifactId").isEmpty()
                ? Stream.of(this)
                : Stream.of(this, root());
    }

    /// The first text that a path leads to; empty where it leads nowhere.
    String text(String path) {
        return texts(path).stream().findFirst().orElse("");
    }

    /// The text in this file, or else in that of the parent.
    Optional<String> inherited(String path) {
        return withParent().map(it -> it.text(path)).filter(it -> !it.isBlank()).findFirst();
    }

    List<String> texts(String path) {
        try {
            var found =
                    (NodeList)
                            XPathFactory.newDefaultInstance()
                                    .newXPath()
                                    .evaluate(path, document, XPathConstants.NODESET);
            return IntStream.range(0, found.getLength())
                    .mapToObj(it -> found.item(it).getTextContent().strip())
                    .toList();
        } catch (XPathExpressionException e) {
            throw new IllegalArgumentException(path, e);
        }
    }

    String artifact() {
        return text("/project/artifactId");
    }

    boolean hasJar() {
        return !text("/project/packaging").equals("pom");
    }

    static String version() {
        return root().text("/project/version");
    }

    /// The whole text.
    String source() throws IOException {
        return Files.readString(Checkout.file(module).resolve("pom.xml"));
    }
}
