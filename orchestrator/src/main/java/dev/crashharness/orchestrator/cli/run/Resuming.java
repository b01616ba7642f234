package dev.crashharness.orchestrator.cli.run;

import dev.crashharness.orchestrator.cli.harness.UsageException;
import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.matrix.past.PastRun;
import dev.crashharness.orchestrator.matrix.past.RunIdentity;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.matrix.shard.Portion;
import dev.crashharness.orchestrator.report.run.RunFacts;
import dev.crashharness.orchestrator.report.run.TestedTarget;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.yaml.YamlFileException;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@code --resume}: everything is as it was in the earlier run. What is typed beside it must say the same.
 *
 * @param earlier the run to go on with
 */
record Resuming(Wish wish, PastRun earlier) {
    Selection selection(Map<String, String> environment) throws IOException {
        RunIdentity identity = earlier.identity();
        requireSame("the harness version", Optional.of(RunFacts.VERSION), identity.harness());
        requireSame("--target", wish.typed("--target"), identity.target());
        requireSame("--repeat", wish.typed("--repeat"), Integer.toString(identity.repeat()));
        requireSame("--dry-kill", wish.typed("--dry-kill"), Boolean.toString(identity.dry()));
        requireSame("--seed", wish.typed("--seed"), identity.seed());
        requireSame(
                "--shard",
                wish.options().shard(environment).map(Object::toString),
                identity.shard().map(Object::toString).orElse("none"));
        requireSameCells();
        requireSameTarget(identity);
        Portion portion = new Portion(
                earlier.matrix(),
                identity.shard(),
                Optional.of(new Portion.Earlier(identity.run(), earlier.path(), earlier.finished())));
        List<PlannedCell> cells = portion.cells().stream()
                .map(cell -> PlannedCell.of(cell, identity.documented()))
                .toList();
        return new Selection(
                identity.matrix(),
                cells,
                portion,
                identity.target(),
                identity.repeat(),
                identity.dry(),
                identity.seedOr(wish.seed()),
                Selection.notes(earlier),
                "");
    }

    private void requireSame(String what, Optional<String> asked, String found) {
        if (asked.isPresent() && !asked.get().equals(found)) {
            throw new UsageException(
                    "cannot resume " + earlier.path() + ": " + what + " is " + asked.get() + ", but that run has "
                            + (found.isEmpty() ? "none" : found) + "; leave it out, or start a new run");
        }
    }

    /** The path of a target file leads somewhere else from another directory, and may not be typed differently. */
    private void requireSameTarget(RunIdentity identity) throws IOException {
        Target target;
        try {
            target = Harness.planning(identity.target());
        } catch (YamlFileException e) {
            throw new UsageException("cannot resume " + earlier.path() + ": its target is " + identity.target()
                    + ", but " + e.getMessage()
                    + "; run the command in the directory from which the run was started");
        }
        List<String> changes = identity.tested().differences(TestedTarget.of(target));
        if (!changes.isEmpty()) {
            throw new UsageException("cannot resume " + earlier.path() + ": its target " + identity.target()
                    + " is another now, then and now differ in " + String.join(" and in ", changes)
                    + "; start a new run");
        }
    }

    private void requireSameCells() throws IOException {
        if (wish.typed(Wish.NAME).isPresent()) {
            Wish.Loaded loaded = wish.matrix().load();
            requireSame(
                    "the matrix", Optional.of(loaded.name()), earlier.identity().matrix());
            compare(wish.filtered(loaded.cells()).stream()
                    .map(PlannedCell::cell)
                    .toList());
        } else if (wish.typed("--filter").isPresent()) {
            compare(earlier.matrix().stream().filter(wish.filter()::matches).toList());
        }
    }

    private void compare(List<Cell> asked) {
        Set<Cell> difference = new HashSet<>(asked);
        earlier.matrix().forEach(cell -> {
            if (!difference.remove(cell)) {
                difference.add(cell);
            }
        });
        if (!difference.isEmpty()) {
            String one =
                    difference.stream().map(Cell::print).sorted().findFirst().orElseThrow();
            throw new UsageException("cannot resume " + earlier.path() + ": its matrix has "
                    + earlier.matrix().size()
                    + " cells and what was asked for has " + asked.size() + "; only one of both has " + one
                    + "; leave out NAME and --filter, or start a new run");
        }
    }
}
