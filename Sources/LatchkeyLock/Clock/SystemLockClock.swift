internal import Foundation

/// The system's clocks.
public struct SystemLockClock: LockClock {
    private let bootID: String

    /// Reads the name of the system's run once: it does not change while a process lives.
    public init() { self.init(bootID: SystemBootID()) }

    init(bootID: some BootIDSource) { self.bootID = bootID.bootIDOrProcessID() }

    public func reading() -> ClockReading {
        ClockReading(bootID: bootID, continuous: SystemUptime.now(), wall: Date())
    }
}
