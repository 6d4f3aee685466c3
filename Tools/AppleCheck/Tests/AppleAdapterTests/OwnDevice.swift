import AppleDevice
import Testing

/// A trait with which each test has its own simulated device.
struct OwnDevice: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await AppleDevice.$current.withValue(AppleDevice()) { try await function() }
    }
}

extension Trait where Self == OwnDevice {
    static var ownDevice: OwnDevice { OwnDevice() }
}

/// Changes the device of the current test.
func device(_ change: (inout DeviceState) -> Void) { AppleDevice.current.withLock(change) }

/// The current state of the current test's device.
var deviceNow: DeviceState { AppleDevice.current.withLock { $0 } }
