package dev.crashharness.orchestrator.judge.check;

/** The answer of one check. */
public sealed interface CheckResult {
    /** {@code held}, {@code broken}, {@code not_exercised} or {@code error}, as verdict files spell it. */
    String word();

    /** One sentence for a person. */
    String message();

    /** The promise was put to the test and kept; the message says on what evidence. */
    record Held(String message) implements CheckResult {
        @Override
        public String word() {
            return "held";
        }
    }

    /** The promise was broken; the message names rows, what was expected and what was found. */
    record Broken(String message) implements CheckResult {
        @Override
        public String word() {
            return "broken";
        }
    }

    /** Nothing in this history put the promise to the test; never lowers a verdict. */
    record NotExercised(String message) implements CheckResult {
        @Override
        public String word() {
            return "not_exercised";
        }
    }

    /** The check could not be made, by a fault of the harness or of the check; always {@link Verdict#ERROR}. */
    record Failed(String message) implements CheckResult {
        @Override
        public String word() {
            return "error";
        }
    }
}
