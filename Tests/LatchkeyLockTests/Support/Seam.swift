import LatchkeyCore

/// Stops at every `await` of the vault that leaves it (storage, device secret, key derivation), and lets the test
/// choose what happens there.
final class Seam: Sendable {
    private let state = LockedValue<(steps: Int, at: Int?, action: (@Sendable () async -> Void)?)>((0, nil, nil))

    /// From now on counts steps, and does this at the step of that number.
    func arm(at step: Int, _ action: @escaping @Sendable () async -> Void) {
        state.withLock { $0 = (0, step, action) }
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
