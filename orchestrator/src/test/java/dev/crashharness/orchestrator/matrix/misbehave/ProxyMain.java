package dev.crashharness.orchestrator.matrix.misbehave;

import dev.crashharness.crashpoint.ControlLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A child that does what no child may. It starts the right one and stands between it and the harness, line by line.
 *
 * <pre>
 * harness ── this process ── the right worker or publisher
 *
 * run-on POINT    announces the point, and does not wait for the answer
 * skip POINT      does not announce it
 * hang POINT      does not announce it and does not go on
 * exit:N POINT    announces it and ends with N
 * reply:garbage - | reply:half - | reply:oversize -     spoils the publisher's first reply
 * </pre>
 */
public final class ProxyMain {
    private final String behaviour;
    private final String point;
    private final Path mark = Path.of(System.getenv("CRASH_HARNESS_CELL_DIR"), "logs", "misbehaved");
    private Process process;
    private Socket harness;
    private Socket child;

    private ProxyMain(String behaviour, String point) {
        this.behaviour = behaviour;
        this.point = point;
    }

    public static void main(String[] args) throws Exception {
        List<String> command = Arrays.asList(args).subList(2, args.length);
        System.exit(new ProxyMain(args[0], args[1]).run(command));
    }

    private int run(List<String> command) throws IOException, InterruptedException {
        String address = System.getenv("CRASH_HARNESS_CONTROL");
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
            builder.environment().put("CRASH_HARNESS_CONTROL", "127.0.0.1:" + listener.getLocalPort());
            process = builder.start();
            child = listener.accept();
            harness = new Socket(
                    InetAddress.getLoopbackAddress(),
                    Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)));
            Thread down = new Thread(this::down, "down");
            down.setDaemon(true);
            down.start();
            up();
            harness.close();
            return process.waitFor();
        }
    }

    /** What the harness says. */
    private void down() {
        try {
            BufferedReader lines = reader(harness);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                write(child, line);
            }
            child.close();
        } catch (IOException gone) {
            // Either end; the other thread sees it too.
        }
    }

    /** What the child says. */
    private void up() throws IOException, InterruptedException {
        boolean marked = false;
        BufferedReader lines = reader(child);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            ControlLine parsed = ControlLine.parse(line);
            if (parsed.verb().equals("listening") && behaviour.startsWith("reply:")) {
                String own = new SpoiltWire(behaviour.substring("reply:".length()))
                        .before(parsed.words().get(0));
                write(harness, "listening " + own);
            } else if (parsed.verb().equals("at") && parsed.words().get(1).equals(point)) {
                misbehave(line, parsed.words().get(0));
                marked = true;
            } else {
                write(harness, line);
                if (marked && parsed.verb().equals("at") && !Files.exists(mark)) {
                    Files.writeString(mark, "came to " + parsed.words().get(1));
                }
            }
        }
    }

    private void misbehave(String line, String serial) throws IOException, InterruptedException {
        if (behaviour.equals("skip")) {
            write(child, "go " + serial);
        } else if (behaviour.equals("run-on")) {
            write(harness, line);
            write(child, "go " + serial);
        } else if (behaviour.startsWith("exit:")) {
            write(harness, line);
            // Who outlives it would be found, and be another fault than this one.
            process.destroyForcibly().waitFor();
            Runtime.getRuntime().halt(Integer.parseInt(behaviour.substring("exit:".length())));
        }
    }

    static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    static void write(Socket socket, String line) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
