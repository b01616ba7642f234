package dev.crashharness.orchestrator.cli.harness;

import dev.crashharness.orchestrator.cell.session.Hold;
import dev.crashharness.orchestrator.target.Target;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;

/** Shows a person the parked process, and waits for Enter (or the end of input) before it is killed. */
public final class HoldPrompt implements Hold {
    private final PrintWriter out;
    private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));

    public HoldPrompt(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void whileParked(Parked parked) {
        out.println("parked: " + parked.instance() + " (pid " + parked.pid() + ") at " + parked.point());
        out.println("  store     " + parked.place().store());
        out.println("  ledger    " + parked.place().ledger());
        out.println("  logs      " + parked.place().logs());
        out.println("  look:     sqlite3 -readonly "
                + Target.quoted(parked.place().store().toString())
                + " 'SELECT * FROM task; SELECT * FROM checkpoint; SELECT * FROM attempt'");
        out.println("            sqlite3 -readonly "
                + Target.quoted(parked.place().ledger().toString())
                + " 'SELECT * FROM effect; SELECT * FROM request_log'");
        out.println("            jstack " + parked.pid());
        out.println("Enter kills it.");
        out.flush();
        try {
            String line = in.readLine();
            out.println(line == null ? "end of input: killing" : "killing");
        } catch (IOException e) {
            throw new UncheckedIOException("the terminal cannot be read", e);
        }
    }
}
