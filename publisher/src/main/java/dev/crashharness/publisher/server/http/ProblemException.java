package dev.crashharness.publisher.server.http;

/** A request that is not executed: nothing was done. */
final class ProblemException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Answer answer;

    ProblemException(int status, String detail) {
        this(Answer.problem(status, detail));
    }

    ProblemException(Answer answer) {
        super(answer.body());
        this.answer = answer;
    }

    Answer answer() {
        return answer;
    }
}
