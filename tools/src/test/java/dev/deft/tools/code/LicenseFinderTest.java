package dev.deft.tools.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.testing.InMemoryHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LicenseFinderTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Apache License\\n Version 2.0, January 2004 | Apache-2.0
                    GNU GENERAL PUBLIC LICENSE\\n Version 3, 29 June 2007\\n GNU Affero General Public License | GPL-3.0
                    GNU LESSER GENERAL PUBLIC LICENSE\\n Version 2.1, February 1999 | LGPL-2.1
                    GNU AFFERO GENERAL PUBLIC LICENSE\\n Version 3, 19 November 2007 | AGPL-3.0
                    Redistribution and use in source and binary forms\\nNeither the name of A | BSD-3-Clause
                    Redistribution and use in source and binary forms | BSD-2-Clause
                    Permission to use, copy, modify, and/or distribute | ISC
                    Mozilla Public License Version 2.0 | MPL-2.0
                    """)
    void recognizesALicenseByItsText(String text, String name) throws Exception {
        var host = InMemoryHost.empty().with("LICENSE", text.replace("\\n", "\n"));

        assertThat(new LicenseFinder(host.files()).find("LICENSE")).contains(name);
    }

    @Test
    void doesNotGuess() throws Exception {
        var host = InMemoryHost.empty().with("LICENSE", "All rights reserved.\n");

        assertThat(new LicenseFinder(host.files()).find("LICENSE")).isEmpty();
        assertThat(LicenseFinder.isLicense("LICENSE.md")).isTrue();
        assertThat(LicenseFinder.isLicense("licenses.go")).isFalse();
    }
}
