package dev.deft.app;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import java.util.regex.Pattern;

/// The classes of the product among those the tests can see: neither tests nor the benchmarks.
final class ProductClasses {

    /// Where builds put the classes of tests, as directories and as jars.
    private static final Pattern TESTS =
            Pattern.compile(".*(/test-classes/|/target/[^/]+/test/|-tests\\.jar!).*");

    private static final Pattern BENCHMARKS = Pattern.compile(".*/dev/deft/bench/.*");

    private ProductClasses() {}

    static JavaClasses onTheClassPath() {
        return new ClassFileImporter()
                .withImportOption(ProductClasses::isOfTheProduct)
                .importPackages("dev.deft");
    }

    private static boolean isOfTheProduct(Location location) {
        return !location.matches(TESTS) && !location.matches(BENCHMARKS);
    }
}
