package dev.crashharness.worker.pipeline;

import dev.crashharness.publisher.client.Answer;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.worker.task.Attempt;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Something that the publisher is asked to do under one operation, and what its answers make of the task. */
interface Errand {
    /** The id to send now. */
    String operation();

    /** The request of one try. */
    Request request(Attempt attempt);

    /** How this errand calls the point {@code name}. */
    String point(String name);

    /** Those of the task's tries that were made for this errand. */
    List<Attempt> tries(List<Attempt> all);

    /** What a try came to; empty when the recovery rule is to say what next. */
    Optional<WorkerExit> answered(Attempt attempt, Answer answer) throws SQLException;

    /** A lookup has found {@code receipt}. */
    WorkerExit found(String receipt) throws SQLException;

    /** It can be proved neither way. */
    WorkerExit giveUp() throws SQLException;
}
