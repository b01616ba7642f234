package job;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * One job on db-scheduler: publish a report over HTTP. Nothing in here knows that it is tested.
 *
 * <p>{@code submit STORE} schedules it; {@code run STORE URL derived|minted NAME} is a worker, which never ends by itself. The
 * key that makes the request idempotent is derived from the task, or minted by each execution.
 */
public final class JobMain {
    private static final Duration POLL = Duration.ofMillis(100);

    /** A worker is taken for dead after four of these; real ones are longer. */
    private static final Duration HEARTBEAT = Duration.ofMillis(100);

    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final Duration REPLY = Duration.ofSeconds(3);

    private JobMain() {}

    public static void main(String[] args) throws SQLException {
        DataSource store = Store.open(Path.of(args[1]));
        if (args[0].equals("submit")) {
            Store.create(store);
            SchedulerClient client = SchedulerClient.Builder.create(store, publish("", "derived"))
                    .jdbcCustomization(new Sqlite())
                    .build();
            client.scheduleIfNotExists(publish("", "derived").instance("report-7", "the quarterly report"), Instant.now());
        } else {
            scheduler(store, publish(args[2], args[3]), args[4]).start();
        }
    }

    private static Scheduler scheduler(DataSource store, OneTimeTask<String> task, String name) {
        return Scheduler.create(store, List.of(task))
                .jdbcCustomization(new Sqlite())
                .schedulerName(new SchedulerName.Fixed(name))
                .pollingInterval(POLL)
                .heartbeatInterval(HEARTBEAT)
                .missedHeartbeatsLimit(4)
                .threads(1)
                .build();
    }

    private static OneTimeTask<String> publish(String url, String key) {
        return Tasks.oneTime("publish", String.class)
                .onFailure(new FailureHandler.OnFailureRetryLater<>(RETRY))
                .execute((task, context) -> post(
                        url,
                        key.equals("derived") ? task.getTaskAndInstance() : UUID.randomUUID().toString(),
                        task.getData()));
    }

    private static void post(String url, String key, String report) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/effects"))
                .header("Idempotency-Key", "\"" + key + "\"")
                .timeout(REPLY)
                .POST(HttpRequest.BodyPublishers.ofString(report))
                .build();
        try {
            int status = HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .statusCode();
            if (status != 200 && status != 201) {
                throw new IllegalStateException("the publisher answered " + status);
            }
        } catch (IOException e) {
            // Whether it was published is not known here: the engine will try again.
            throw new IllegalStateException("no answer from the publisher", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
