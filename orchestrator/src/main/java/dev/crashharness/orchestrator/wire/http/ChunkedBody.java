package dev.crashharness.orchestrator.wire.http;

/** Pieces of announced lengths, one of length 0, trailer fields, and an empty line (RFC 9112, section 7.1). */
final class ChunkedBody implements Body {
    /** For a line that announces a length, and for all trailer fields together. */
    private static final int MAX_LINE_BYTES = 64 << 10;

    private enum State {
        SIZE,
        EXTENSION,
        DATA,
        DATA_END,
        TRAILER,
        ENDED,
        BROKEN
    }

    private State state = State.SIZE;
    private long size;
    private int digits;
    private int lineBytes;
    private boolean lineIsEmpty;

    @Override
    public int take(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && state != State.ENDED && state != State.BROKEN) {
            if (state == State.DATA) {
                int skipped = (int) Math.min(size, to - at);
                size -= skipped;
                at += skipped;
                if (size == 0) {
                    enter(State.DATA_END);
                }
            } else {
                step(bytes[at++]);
            }
        }
        return at - from;
    }

    private void step(byte next) {
        if (++lineBytes > MAX_LINE_BYTES) {
            state = State.BROKEN;
            return;
        }
        switch (state) {
            case SIZE -> size(next);
            case EXTENSION -> {
                if (next == '\n') {
                    sizeEnds();
                }
            }
            case DATA_END -> dataEnd(next);
            case TRAILER -> trailer(next);
            case DATA, ENDED, BROKEN -> throw new IllegalStateException("no step is made in " + state);
        }
    }

    private void size(byte next) {
        int digit = Character.digit(next, 16);
        if (digit >= 0 && digits < 15) {
            size = size * 16 + digit;
            digits++;
        } else if (digits == 0 || digit >= 0) {
            state = State.BROKEN;
        } else if (next == '\n') {
            sizeEnds();
        } else if (next == ';' || next == '\r' || next == ' ' || next == '\t') {
            state = State.EXTENSION;
        } else {
            state = State.BROKEN;
        }
    }

    private void sizeEnds() {
        enter(size == 0 ? State.TRAILER : State.DATA);
    }

    private void dataEnd(byte next) {
        if (next == '\n') {
            enter(State.SIZE);
        } else if (next != '\r' || lineBytes > 1) {
            state = State.BROKEN;
        }
    }

    private void trailer(byte next) {
        if (next == '\n') {
            if (lineIsEmpty) {
                state = State.ENDED;
            }
            lineIsEmpty = true;
        } else if (next != '\r') {
            lineIsEmpty = false;
        }
    }

    private void enter(State other) {
        state = other;
        lineBytes = 0;
        lineIsEmpty = true;
        if (other == State.SIZE) {
            size = 0;
            digits = 0;
        }
    }

    @Override
    public boolean isEnded() {
        return state == State.ENDED;
    }

    @Override
    public boolean isBroken() {
        return state == State.BROKEN;
    }
}
