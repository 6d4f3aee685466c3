import Synchronization
import Testing

@testable import LatchkeyServer

@Suite struct SenderPlacesTests {
    private let clock = ManualInstant()

    private func places() -> SenderPlaces {
        SenderPlaces(places: 2, maximum: 3, slowThreshold: .seconds(10)) { [clock] in clock.now }
    }

    @Test func slowEmailsAllowMoreSendersUpToTheMaximum() throws {
        let places = places()
        _ = try #require(places.enter())
        let second = try #require(places.enter())
        #expect(places.enter() == nil)
        clock.advance(by: .seconds(10))
        _ = try #require(places.enter())
        #expect(places.enter() == nil)
        places.leave(second)
        #expect(places.enter() != nil)
    }

    @Test func aSenderContinuesUnlessItsSlotIsReassigned() throws {
        let places = places()
        let first = try #require(places.enter())
        clock.advance(by: .seconds(10))
        #expect(places.mayGoOn(first))
        let second = try #require(places.enter())
        clock.advance(by: .seconds(9))
        #expect(places.mayGoOn(first))
        places.leave(second)
        clock.advance(by: .seconds(10))
        #expect(places.enter() != nil && places.enter() != nil)
        #expect(!places.mayGoOn(first))
    }
}

private final class ManualInstant: Sendable {
    private let instant = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { instant.withLock { $0 } }
    func advance(by duration: Duration) { instant.withLock { $0 += duration } }
}
