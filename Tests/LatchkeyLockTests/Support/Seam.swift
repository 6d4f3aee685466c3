import LatchkeyCore

/// A hook at each external `await` of the vault: storage, device secret and key derivation.
final class Seam: Sendable {
    private let state = LockedValue<(steps: Int, at: Int?, action: (@Sendable () async -> Void)?)>((0, nil, nil))

    /// Restarts the step count, and runs the action at the step with this number.
    func arm(at step: Int, _ action: @escaping @Sendable () async -> Void) {
        state.withLock { $0 = (0, step, action) }
    }

    /// Returns a device with this hook.
    func device() -> Device {
        var device = Device(storage: TestStorage { [self] in await step() })
        device.onStretch = { [self] in await step() }
        return device
    }

    var steps: Int { state.withLock { $0.steps } }

    func step() async {
        let action = state.withLock { state -> (@Sendable () async -> Void)? in
            defer { state.steps += 1 }
            return state.steps == state.at ? state.action : nil
        }
        await action?()
    }
}
