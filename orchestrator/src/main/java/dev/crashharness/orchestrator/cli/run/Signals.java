package dev.crashharness.orchestrator.cli.run;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.matrix.stop.Brake;
import dev.crashharness.orchestrator.matrix.stop.Reason;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * SIGINT and SIGTERM while a matrix runs: the first presses the brake, the second slams it, a third does what it does to any
 * program, which kills the children too. A shutdown hook could not do that: the JVM ignores a second signal while hooks run.
 *
 * <p>The JDK has one interface to signals, {@code sun.misc.Signal} of the supported module {@code jdk.unsupported}. It is
 * reached by reflection, because the compiler's warning about it cannot be switched off. Signals that were ignored when the
 * program was started ({@code nohup}) stay ignored.
 */
public final class Signals implements AutoCloseable {
    private static final List<String> NAMES = List.of("INT", "TERM");
    private static final int DIED_OF = 128;

    private final Brake brake;
    private final Consumer<String> say;
    private final Map<Object, Object> before = new LinkedHashMap<>();
    private int received;
    private int last;

    private Signals(Brake brake, Consumer<String> say) {
        this.brake = brake;
        this.say = say;
    }

    /**
     * Listens until it is closed.
     *
     * @param say is told what a signal did, on a thread of the JVM
     */
    public static Signals listen(Brake brake, Consumer<String> say) {
        Signals signals = new Signals(brake, say);
        NAMES.forEach(signals::take);
        return signals;
    }

    /** 130 after SIGINT, 143 after SIGTERM, of several after the last; empty when none came. */
    public synchronized OptionalInt exitCode() {
        return received == 0 ? OptionalInt.empty() : OptionalInt.of(DIED_OF + last);
    }

    /**
     * Does {@code work}.
     *
     * @throws SignalledException when it fails after a signal: signals win over all
     */
    public <T> T winOver(Brake.Work<T> work) throws IOException, InterruptedException, StageException {
        try {
            return work.run();
        } catch (IOException | InterruptedException | StageException | RuntimeException failure) {
            OptionalInt signal = exitCode();
            if (signal.isEmpty()) {
                throw failure;
            }
            throw new SignalledException(failure, signal.getAsInt());
        }
    }

    private void take(String name) {
        try {
            Class<?> handlers = Class.forName("sun.misc.SignalHandler");
            Object signal = Class.forName("sun.misc.Signal")
                    .getConstructor(String.class)
                    .newInstance(name);
            Object ours = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handlers}, (proxy, method, arguments) -> {
                        return switch (method.getName()) {
                            case "handle" -> heard(arguments[0]);
                            case "equals" -> proxy == arguments[0];
                            case "hashCode" -> System.identityHashCode(proxy);
                            default -> "Signals";
                        };
                    });
            before.put(signal, handle(signal, ours));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM has no sun.misc.Signal; run it on an OpenJDK", e);
        }
    }

    private static Object handle(Object signal, Object handler) throws ReflectiveOperationException {
        Method handle =
                signal.getClass().getMethod("handle", signal.getClass(), Class.forName("sun.misc.SignalHandler"));
        return handle.invoke(null, signal, handler);
    }

    /** On a thread of the JVM, one per signal. */
    private Object heard(Object signal) throws ReflectiveOperationException {
        String name = "SIG" + signal.getClass().getMethod("getName").invoke(signal);
        synchronized (this) {
            received++;
            last = (int) signal.getClass().getMethod("getNumber").invoke(signal);
        }
        if (received == 1) {
            say.accept(name + ": no new cell is started, what runs is still judged; once more stops at once");
            brake.press(Reason.INTERRUPTED);
        } else {
            say.accept(name + ": stopping at once");
            Object plain =
                    Class.forName("sun.misc.SignalHandler").getField("SIG_DFL").get(null);
            for (Object each : before.keySet()) {
                handle(each, plain);
            }
            brake.slam(Reason.INTERRUPTED);
        }
        return null;
    }

    @Override
    public void close() {
        try {
            for (Map.Entry<Object, Object> each : before.entrySet()) {
                handle(each.getKey(), each.getValue());
            }
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("a signal could not be given back", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a signal could not be given back", e);
        }
    }
}
