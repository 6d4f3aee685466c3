import AppleDevice
import Testing

/// Gives each test an imaginary device of its own.
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

/// Changes the device of the test that runs.
func device(_ change: (inout DeviceState) -> Void) { AppleDevice.current.withLock(change) }

/// The device of the test that runs, as it is now.
var deviceNow: DeviceState { AppleDevice.current.withLock { $0 } }
