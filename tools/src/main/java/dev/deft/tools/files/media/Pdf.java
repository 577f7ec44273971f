package dev.deft.tools.files.media;

import dev.deft.host.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.pdfbox.text.PDFTextStripper;

/// Extracts the text of a PDF, page by page.
public final class Pdf {

    /// Larger files are not opened, because they are loaded into memory.
    public static final int MOST_BYTES = 50 * 1024 * 1024;

    /// Silences the warnings of the library about fonts and broken parts. The loggers are
    /// referenced here, because a logger without references loses its level.
    private static final List<Logger> SILENCED =
            Stream.of("org.apache.pdfbox", "org.apache.fontbox").map(Logger::getLogger).toList();

    static {
        SILENCED.forEach(it -> it.setLevel(Level.OFF));
    }

    private Pdf() {}

    /// Some pages of a document.
    ///
    /// @param texts one for each page, from `first` on
    /// @param first the number of the first of them, counted from 1
    /// @param total how many pages the document has
    public record Pages(List<String> texts, int first, int total) {

        public Pages {
            texts = List.copyOf(texts);
        }

        /// The pages, each below a line with its number.
        public String text() {
            var text = new StringBuilder();
            int number = first;
            for (String page : texts) {
                text.append("[page %d of %d]\n".formatted(number, total))
                        .append(page.isEmpty() ? "(no text on this page)" : page)
                        .append('\n');
                number++;
            }
            return text.toString();
        }
    }

    /// Reads pages until the limit or enough text is reached; at least one page.
    ///
    /// @throws IOException with a reason if the document cannot be read
    public static Pages read(Bytes file, long first, long limit, int mostCharacters)
            throws IOException, InterruptedException {
        try (PDDocument document = Loader.loadPDF(file.toArray())) {
            int total = document.getNumberOfPages();
            var texts = new ArrayList<String>();
            int characters = 0;
            for (long page = first; page <= total && texts.size() < limit; page++) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                String text = text(document, (int) page);
                characters += text.length();
                if (characters > mostCharacters && !texts.isEmpty()) {
                    break;
                }
                texts.add(text);
            }
            return new Pages(texts, (int) Math.min(first, Integer.MAX_VALUE), total);
        } catch (InvalidPasswordException e) {
            throw new IOException("it is protected by a password", e);
        } catch (RuntimeException e) {
            throw new IOException("its data is corrupt", e);
        }
    }

    private static String text(PDDocument document, int page) throws IOException {
        var stripper = new PDFTextStripper();
        stripper.setLineSeparator("\n");
        stripper.setSortByPosition(true);
        stripper.setStartPage(page);
        stripper.setEndPage(page);
        return stripper.getText(document).strip();
    }
}
