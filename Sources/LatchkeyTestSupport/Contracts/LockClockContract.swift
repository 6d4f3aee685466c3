internal import Foundation
public import LatchkeyLock

/// The rules of a lock's clocks: `try await LockClockContract(passing: { … }) { MyClock() }.verify()`.
///
/// The lock uses them to measure absences and the delays after wrong passcodes. A clock that breaks a rule allows extra
/// attempts or locks users out.
public struct LockClockContract: Sendable {
    private let make: @Sendable () async throws -> any LockClock
    private let pass: @Sendable (Duration) async throws -> Void
    private let changeWall: (@Sendable (Duration) async throws -> Void)?
    private let restart: (@Sendable () async throws -> Void)?

    /// Creates a contract for the implementation.
    ///
    /// - Parameters:
    ///   - pass: Returns when at least this time has passed on the machine: 50 milliseconds per call.
    ///   - changeWall: Changes the machine's time of day, backward if the duration is negative. Nil if a test cannot do
    ///     that; its rules are then skipped.
    ///   - restart: Restarts the machine; nil if a test cannot do that.
    ///   - make: Returns the clock as at a launch of the app, always of the same machine.
    public init(
        passing pass: @escaping @Sendable (Duration) async throws -> Void,
        changingWall changeWall: (@Sendable (Duration) async throws -> Void)? = nil,
        restarting restart: (@Sendable () async throws -> Void)? = nil,
        _ make: @escaping @Sendable () async throws -> any LockClock
    ) {
        (self.pass, self.changeWall, self.restart, self.make) = (pass, changeWall, restart, make)
    }

    /// Verifies each rule. Throws `ContractViolation` for the first broken one, or the error of a closure.
    public func verify() async throws {
        try await aRunHasAName()
        try await timeNeverGoesBack()
        try await timeThatPassesIsMeasured()
        try await theNextLaunchMeasuresOn()
        try await theTimeOfDayChangesNothingElse()
        try await aRestartIsAnotherRun()
    }

    private func aRunHasAName() async throws {
        let rule = ContractRule("a run of the system has a name of 1 to 64 bytes, equal in all readings")
        let clock = try await make()
        let name = clock.reading().bootID
        try rule.require((1...64).contains(name.utf8.count), "\(name.utf8.count) bytes")
        for _ in 0..<100 { try rule.requireEqual(clock.reading().bootID, name) }
    }

    private func timeNeverGoesBack() async throws {
        let rule = ContractRule("the continuous time is never negative and never goes back, in any task")
        let clock = try await make()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var last = Duration.zero
                    for _ in 0..<1000 {
                        let next = clock.reading().continuous
                        try rule.require(next >= last, "\(next) after \(last)")
                        last = next
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func timeThatPassesIsMeasured() async throws {
        let rule = ContractRule("time that passes is in both clocks, exactly once")
        let clock = try await make()
        let before = clock.reading()
        for _ in 0..<3 { try await pass(Self.step) }
        let after = clock.reading()
        let continuous = after.continuous - before.continuous
        let wall = Duration.seconds(after.wall.timeIntervalSince(before.wall))
        let passed = Self.step * 3
        try rule.require(continuous >= passed - Self.tick, "\(continuous) of \(passed) in the continuous time")
        // A machine may be slow, and its time of day may be corrected slightly meanwhile.
        try rule.require(
            (wall - continuous).magnitude < Self.tolerance,
            "\(wall) in the time of day, \(continuous) in the continuous time")
    }

    private func theNextLaunchMeasuresOn() async throws {
        let rule = ContractRule("a launch in the same run goes on with the time of the previous launch")
        let before = try await make().reading()
        try await pass(Self.step)
        let after = try await make().reading()
        try rule.requireEqual(after.bootID, before.bootID)
        let passed = after.continuous - before.continuous
        try rule.require(passed >= Self.step - Self.tick, "\(passed) of \(Self.step)")
    }

    private func theTimeOfDayChangesNothingElse() async throws {
        guard let changeWall else { return }
        let rule = ContractRule("a time of day that is changed moves only the time of day")
        let clock = try await make()
        for change in [Duration.seconds(-7200), .seconds(7200)] {
            let before = clock.reading()
            try await changeWall(change)
            let after = clock.reading()
            let continuous = after.continuous - before.continuous
            let wall = Duration.seconds(after.wall.timeIntervalSince(before.wall))
            try rule.require((wall - change).magnitude < Self.tolerance, "the time of day moved by \(wall)")
            try rule.require(
                continuous >= .zero && continuous < Self.tolerance, "the continuous time moved by \(continuous)")
            try rule.requireEqual(after.bootID, before.bootID)
        }
    }

    private func aRestartIsAnotherRun() async throws {
        guard let restart else { return }
        let rule = ContractRule("a restart of the system begins a run with a different name")
        let before = try await make().reading()
        try await restart()
        let after = try await make().reading()
        try rule.require(after.bootID != before.bootID, "the same name")
    }

    private static let step = Duration.milliseconds(50)
    /// The resolution of the coarsest clock.
    private static let tick = Duration.milliseconds(10)
    /// From this difference on, the lock treats a clock as changed (`LockTimeout`).
    private static let tolerance = Duration.seconds(5)
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
