import Crypto
import Foundation
import LatchkeyBiometrics
import LatchkeyCore

@testable import LatchkeyLock

/// Simulated hardware whose keys require a match of the enrolment at their creation.
final class SoftwareBiometricHardware: BiometricHardware {
    struct State {
        var keys: [Data: (secret: P256.KeyAgreement.PrivateKey, enrolment: Int)] = [:]
        var enrolment = 0
        var rejection: BiometricAuthError?
        var isBusy = false
        var prompts: [String] = []
    }

    private let state = LockedValue(State())

    func with<Value>(_ body: (inout sending State) -> sending Value) -> Value { state.withLock { body(&$0) } }

    func makeKey() async throws(HardwareKeyError) -> BiometricHardwareKey {
        let secret = P256.KeyAgreement.PrivateKey()
        let handle = Data(UUID().uuidString.utf8)
        let isBusy = state.withLock { state in
            if !state.isBusy { state.keys[handle] = (secret, state.enrolment) }
            return state.isBusy
        }
        guard !isBusy else { throw .unavailable }
        return BiometricHardwareKey(handle: handle, publicKey: secret.publicKey)
    }

    func agree(
        _ handle: Data, with publicKey: P256.KeyAgreement.PublicKey, reason: String, offersPasscode: Bool
    ) async -> BiometricAgreement {
        state.withLock { state in
            state.prompts.append(reason)
            if let rejection = state.rejection { return .rejected(rejection) }
            if state.isBusy { return .unavailable }
            guard let key = state.keys[handle], key.enrolment == state.enrolment,
                let shared = try? key.secret.sharedSecretFromKeyAgreement(with: publicKey)
            else { return .keyMissing }
            return .agreed(shared)
        }
    }

    func hasLost(_ handle: Data) async -> Bool {
        state.withLock { $0.keys[handle]?.enrolment != $0.enrolment }
    }
}
