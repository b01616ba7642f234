package dev.crashharness.orchestrator.cell.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cell.stage.Child;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who is meant when a schedule says no number: no process is needed to know. */
class CastTest {
    private final Set<Child> killed = new HashSet<>();
    private final Cast cast = new Cast(killed::contains);
    private final Child first = worker(1);
    private final Child second = worker(2);

    @Test
    void oneThatWasKilledIsDeadBeforeItsEndIsTold() {
        assertThat(cast.youngestLiving()).contains(second);

        killed.add(second);

        assertThat(cast.youngestLiving()).contains(first);
        assertThat(cast.isMeantWithoutNumber(first)).isTrue();
        killed.add(first);
        assertThat(cast.youngestLiving()).isEmpty();
        assertThat(cast.sender()).isEmpty();
        assertThat(cast.noSender()).isEqualTo("no worker ran whose frame it could be");
    }

    @Test
    void ofSeveralThatRunTheOneAboutToSendIsTheSender() {
        assertThat(cast.sender()).isEmpty();
        assertThat(cast.noSender()).isEqualTo("2 workers ran, and nothing tells whose frame it is");

        first.hit("before_send");

        assertThat(cast.sender()).contains(first);
        second.hit("after_send");
        assertThat(cast.sender()).isEmpty();
    }

    @Test
    void theOnlyOneThatRunsIsTheSenderWhereverItWasSeen() {
        cast.pause(new Cast.Zombie(second, OptionalLong.empty(), Optional.empty()));

        assertThat(cast.sender()).contains(first);
        cast.pause(new Cast.Zombie(first, OptionalLong.empty(), Optional.empty()));
        assertThat(cast.sender()).isEmpty();
    }

    /** It was killed with its request still unseen, and its stopped predecessor sends nothing. */
    @Test
    void aLateFrameIsThatOfTheOneWhoWasKilledAndNotOfTheOneWhoIsStopped() {
        cast.pause(new Cast.Zombie(first, OptionalLong.empty(), Optional.empty()));
        killed.add(second);

        assertThat(cast.onTheWire()).isEqualTo("worker-2");
    }

    /** Its successor stands at after_lease and has sent nothing yet; counted as its own, the frame would be one too many. */
    @Test
    void theFrameOfAResumedWorkerIsNotThatOfTheSuccessorWhoStands() {
        cast.stands(second, 3);

        assertThat(cast.onTheWire()).isEqualTo("worker-1");

        cast.takeWaiting();
        assertThat(cast.onTheWire()).isEqualTo("worker-2");
    }

    /** It stands at after_send, and what it had sent is seen now. */
    @Test
    void besideAStoppedWorkerTheFrameIsThatOfTheSuccessorWhoStands() {
        cast.pause(new Cast.Zombie(first, OptionalLong.empty(), Optional.empty()));
        cast.stands(second, 3);

        assertThat(cast.onTheWire()).isEqualTo("worker-2");
    }

    /** A lease that ran out while its holder stood brings a second one to the same point. */
    @Test
    void ofTwoWhoStandNoneIsForgotten() {
        cast.stands(second, 3);
        cast.stands(first, 4);

        assertThat(cast.isStanding(first)).isTrue();
        assertThat(cast.isStanding(second)).isTrue();
        assertThat(cast.takeWaiting()).isEqualTo(new Cast.Waiting(second, 3));
        assertThat(cast.takeWaiting()).isEqualTo(new Cast.Waiting(first, 4));
        assertThat(cast.isStanding(first)).isFalse();
    }

    private Child worker(int number) {
        Child child = new Child("worker-" + number, number, null, Path.of("none"));
        cast.addWorker(child);
        return child;
    }
}
