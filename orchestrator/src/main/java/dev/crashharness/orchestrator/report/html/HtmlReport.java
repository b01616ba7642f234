package dev.crashharness.orchestrator.report.html;

import dev.crashharness.orchestrator.report.run.SavedRun;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.WriterOutput;
import java.io.IOException;
import java.io.Writer;

/** Writes {@code report.html}. */
public final class HtmlReport {
    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(ContentType.Html);

    private HtmlReport() {}

    /** Writes the whole page; {@code to} stays open. */
    public static void write(SavedRun run, Writer to) throws IOException {
        ENGINE.render("report/page.jte", Page.of(run), new WriterOutput(to));
        to.flush();
    }
}
