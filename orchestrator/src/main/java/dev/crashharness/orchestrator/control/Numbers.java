package dev.crashharness.orchestrator.control;

/** Numbers in protocol lines. */
final class Numbers {
    private Numbers() {}

    static long positive(String word, String name) throws ProtocolException {
        try {
            long number = Long.parseLong(word);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below, with the numbers that are too small.
        }
        throw new ProtocolException("the %s '%s' is no positive number".formatted(name, word));
    }
}
