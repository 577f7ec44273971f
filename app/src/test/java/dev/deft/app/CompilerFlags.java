package dev.deft.app;

import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.NodeList;

/// The flags that the root `pom.xml` gives the compiler.
final class CompilerFlags {

    private CompilerFlags() {}

    /// The flags of one profile, in their order.
    static List<String> of(String profile) throws Exception {
        var pom =
                DocumentBuilderFactory.newDefaultInstance()
                        .newDocumentBuilder()
                        .parse(Checkout.file("pom.xml").toFile());
        String path = "//profile[id='%s']//compilerArgs/arg".formatted(profile);
        var found =
                (NodeList)
                        XPathFactory.newDefaultInstance()
                                .newXPath()
                                .evaluate(path, pom, XPathConstants.NODESET);
        return IntStream.range(0, found.getLength())
                .mapToObj(it -> found.item(it).getTextContent())
                .toList();
    }
}
