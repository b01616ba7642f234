package dev.crashharness.orchestrator.control;

import dev.crashharness.crashpoint.ControlLine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** Reads one connection from the first line to the end, on a thread of its own. */
final class ChildConnection implements Runnable {
    private static final String LISTENS = "publisher";

    private final Socket socket;
    private final Roster roster;
    private final Consumer<ControlMessage> sink;
    private final long helloBefore;
    private final ControlLink link;
    private volatile Reading reading;

    private record Reading(String instance, LineReader lines) {}

    ChildConnection(Socket socket, Roster roster, Consumer<ControlMessage> sink, Duration helloWithin) {
        this.socket = socket;
        this.roster = roster;
        this.sink = sink;
        this.helloBefore = System.nanoTime() + helloWithin.toNanos();
        this.link = new ControlLink(socket);
    }

    @Override
    public void run() {
        try {
            greet();
        } finally {
            // A refusal was said by now: who reads the end may rely on that.
            close();
        }
    }

    private void greet() {
        try {
            LineReader lines = new LineReader(socket);
            ControlLine first = lines.nextBefore(helloBefore);
            if (first == null) {
                throw new ProtocolException("it ended before its hello"
                        + (lines.unfinished().isEmpty() ? "" : " was whole: no line feed had come"));
            }
            serve(roster.admit(first), lines);
        } catch (ProtocolException e) {
            refuse("", e.getMessage(), e.claimed());
        } catch (IOException beforeHello) {
            refuse("", "its connection broke before its hello", "");
        }
    }

    private void serve(Roster.Entry child, LineReader lines) {
        try {
            // Told first, so that whoever listens knows the link before the child runs on.
            sink.accept(new ControlMessage.Hello(child.instance(), child.role(), child.pid(), link));
            link.welcome();
            reading = new Reading(child.instance(), lines);
            for (ControlLine line = lines.next(); line != null; line = lines.next()) {
                read(child, line);
            }
            if (!lines.unfinished().isEmpty()) {
                throw new ProtocolException("it ended behind '" + lines.unfinished() + "', in the middle of a line");
            }
        } catch (ProtocolException e) {
            refuse(child.instance(), e.getMessage(), "");
        } catch (IOException reset) {
            // A killed child: what it had sent was read before; Closed says the rest.
        } finally {
            close();
            link.end();
            sink.accept(new ControlMessage.Closed(child.instance()));
        }
    }

    private void read(Roster.Entry child, ControlLine line) throws ProtocolException {
        String instance = child.instance();
        switch (line.verb()) {
            case "at" ->
                sink.accept(new ControlMessage.At(
                        instance, Numbers.positive(word(line, 0), "serial"), word(line, 1), line.fields()));
            case "event" -> sink.accept(new ControlMessage.Reported(instance, word(line, 0), line.fields()));
            case "listening" -> sink.accept(listening(child, word(line, 0)));
            case "ok" -> confirm(Numbers.positive(word(line, 0), "serial"));
            default -> throw new ProtocolException("it sent the unknown word '" + line.verb() + "'");
        }
    }

    private static ControlMessage.Listening listening(Roster.Entry child, String address) throws ProtocolException {
        int colon = address.lastIndexOf(':');
        if (colon <= 0) {
            throw new ProtocolException("it listens on '" + address + "', expected HOST:PORT");
        }
        long port = Numbers.positive(address.substring(colon + 1), "port");
        if (port > 65_535) {
            throw new ProtocolException("it listens on port " + port + ", expected at most 65535");
        }
        // The relay is led to whoever says it: a worker would answer its own requests.
        if (!child.role().equals(LISTENS)) {
            throw new ProtocolException("it says that it listens, and only a " + LISTENS + " does");
        }
        return new ControlMessage.Listening(
                child.instance(), new InetSocketAddress(host(address.substring(0, colon)), (int) port));
    }

    /** Looked up here, where only the child that said it waits for the answer. */
    private static InetAddress host(String name) throws ProtocolException {
        try {
            return InetAddress.getByName(name);
        } catch (UnknownHostException e) {
            throw new ProtocolException("it listens on the host '" + name + "', which is not known here");
        }
    }

    private void confirm(long serial) throws ProtocolException {
        if (!link.confirmed(serial)) {
            throw new ProtocolException("an ok for " + serial + ", which was not asked");
        }
    }

    private static String word(ControlLine line, int index) throws ProtocolException {
        if (index >= line.words().size()) {
            throw new ProtocolException("the line '%s' lacks its word %d".formatted(line.print(), index + 1));
        }
        return line.words().get(index);
    }

    /** Who has said hello and then the beginning of a line, and that beginning; empty when it stands at the end of one. */
    Map<String, String> unfinished() {
        Reading now = reading;
        return now == null || now.lines.unfinished().isEmpty()
                ? Map.of()
                : Map.of(now.instance, now.lines.unfinished());
    }

    private void refuse(String instance, String reason, String claimed) {
        String remote = String.valueOf(socket.getRemoteSocketAddress());
        sink.accept(new ControlMessage.Refused(instance, reason, remote, claimed));
    }

    /** Ends the reader wherever it stands; safe on any thread. */
    void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // The descriptor is released all the same.
        }
    }
}
