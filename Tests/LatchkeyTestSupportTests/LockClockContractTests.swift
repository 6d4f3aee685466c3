import Foundation
import LatchkeyCore
import LatchkeyLock
import LatchkeyTestSupport
import Testing

@Suite struct LockClockContractTests {
    @Test func theSystemsClocksKeepTheContract() async throws {
        // The sleep only lets time pass.
        try await LockClockContract(passing: { try await Task.sleep(for: $0) }) { SystemLockClock() }.verify()
    }

    @Test func theManualClockKeepsTheContract() async throws {
        let manual = ManualClock()
        try await contract(of: manual) { manual }.verify()
    }

    @Test(arguments: Mistake.allCases)
    func eachSeededBugViolatesItsRule(_ mistake: Mistake) async {
        let manual = ManualClock()
        let violation = await #expect(throws: ContractViolation.self) {
            try await contract(of: manual) { mistake.launch(manual) }.verify()
        }
        #expect(violation?.rule.hasPrefix(mistake.rule) == true, "\(String(describing: violation))")
    }

    private func contract(
        of manual: ManualClock, _ make: @escaping @Sendable () -> any LockClock
    ) -> LockClockContract {
        LockClockContract(
            passing: { manual.advance(by: $0) }, changingWall: { manual.changeWall(by: $0) },
            restarting: { manual.reboot() }, make)
    }
}

struct ClosureClock: LockClock {
    let read: @Sendable () -> ClockReading

    func reading() -> ClockReading { read() }
}

enum Mistake: CaseIterable {
    case nameless, longName, otherNameEachTime, otherNameEachLaunch, sameNameAfterRestart
    case negative, goesBack, standsStill, isTooFast, startsAnewEachLaunch, isTheTimeOfDay, ignoresTheTimeOfDay

    var rule: String {
        switch self {
        case .nameless, .longName, .otherNameEachTime: "a run of the system has a name"
        case .otherNameEachLaunch, .startsAnewEachLaunch: "a launch in the same run goes on"
        case .sameNameAfterRestart: "a restart of the system begins a run"
        case .negative, .goesBack: "the continuous time is never negative and never goes back"
        case .standsStill, .isTooFast: "time that passes is in both clocks"
        case .isTheTimeOfDay, .ignoresTheTimeOfDay: "a time of day that is changed"
        }
    }

    /// Returns the clock of a launch of the app, with this bug added to a correct clock.
    func launch(_ manual: ManualClock) -> ClosureClock {
        let launch = UUID().uuidString
        let start = manual.reading().continuous
        let count = LockedValue(0)
        return ClosureClock {
            let number = count.withLock { count in
                count += 1
                return count
            }
            return change(manual.reading(), launch: launch, start: start, number: number)
        }
    }

    private func change(_ right: ClockReading, launch: String, start: Duration, number: Int) -> ClockReading {
        var (name, continuous, wall) = (right.bootID, right.continuous, right.wall)
        switch self {
        case .nameless: name = ""
        case .longName: name = String(repeating: "x", count: 65)
        case .otherNameEachTime: name = "\(number)"
        case .otherNameEachLaunch: name = launch
        case .sameNameAfterRestart: name = "one"
        case .negative: continuous = .seconds(-1)
        case .goesBack: continuous -= .seconds(number)
        case .standsStill: continuous = .seconds(1)
        case .isTooFast: continuous *= 1000
        case .startsAnewEachLaunch: continuous -= start
        case .isTheTimeOfDay: continuous = .seconds(wall.timeIntervalSince1970)
        case .ignoresTheTimeOfDay: wall = Date(timeIntervalSince1970: continuous / .seconds(1))
        }
        return ClockReading(bootID: name, continuous: continuous, wall: wall)
    }
}
