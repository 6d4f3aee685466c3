package import Foundation
internal import LatchkeyAPI
internal import LatchkeyCore
package import LatchkeyLock

/// The account's server as the one that a vault's passcode slot requires.
///
/// A locked app has no session, so evaluating uses the slot's own token. Registering uses the account's session.
package final class SessionUnlockServer: UnlockServer {
    private struct Account {
        weak var auth: AuthService?
    }

    private let api: any SessionAPI
    private let account = LockedValue(Account())

    package init(api: some SessionAPI) { self.api = api }

    /// Sets the session for registrations, which has the vault and is not kept by it.
    package func connect(_ auth: AuthService) { account.withLock { $0.auth = auth } }

    package func register(
        _ blinded: [UInt8], replacing replaced: String?
    ) async throws(UnlockServerError) -> UnlockRegistration {
        let key = try await perform { [api] token async throws(APIError) in
            try await api.addUnlockKey(blinded: blinded, replacing: replaced, accessToken: token)
        }
        guard let id = Self.bytes(key.id) else { throw .broken }
        return UnlockRegistration(
            id: id, token: key.token, publicKey: key.publicKey.bytes, evaluation: key.evaluation.bytes)
    }

    package func confirm(_ id: [UInt8], tag: [UInt8]) async throws(UnlockServerError) {
        // The pending key has expired: a new one may succeed.
        try await perform(missing: .passcodeNeeded) { [api] token async throws(APIError) in
            try await api.confirmUnlockKey(id: Self.text(id), tag: tag, accessToken: token)
        }
    }

    package func evaluate(
        _ blinded: [UInt8], attempt: UUID, token: String
    ) async throws(UnlockServerError) -> UnlockEvaluation {
        do {
            let response = try await api.evaluateUnlock(attempt: attempt, blinded: blinded, token: token)
            return UnlockEvaluation(
                evaluation: response.evaluation.bytes, remaining: response.attemptsRemaining,
                delay: .seconds(max(0, response.retryAfter)))
        } catch { throw UnlockServerError(.api(error)) }
    }

    package func finish(_ attempt: UUID, tag: [UInt8], token: String) async throws(UnlockServerError) {
        do { try await api.finishUnlock(attempt: attempt, tag: tag, token: token) } catch {
            throw UnlockServerError(.api(error))
        }
    }

    package func remove(_ id: [UInt8], token: String) async throws(UnlockServerError) {
        do throws(UnlockServerError) {
            try await perform(missing: .shut) { [api] accessToken async throws(APIError) in
                try await api.removeUnlockKey(id: Self.text(id), token: token, accessToken: accessToken)
            }
        } catch .shut {
            // 404: an earlier call has deleted the key. A device that was shut has no key to delete either.
        }
    }

    /// Performs a call of the server, and maps its errors.
    ///
    /// - Parameter missing: The error if the server responds with `not-found`.
    private func perform<Value: Sendable>(
        missing: UnlockServerError = .broken, _ call: @Sendable (String) async throws(APIError) -> Value
    ) async throws(UnlockServerError) -> Value {
        guard let auth = account.withLock({ $0.auth }) else { throw .unreachable }
        do { return try await auth.perform(call) } catch {
            throw error == .api(.notFound) ? missing : UnlockServerError(error)
        }
    }

    /// The contract's text of an identifier: lower-case hexadecimal digits.
    static func text(_ id: [UInt8]) -> String {
        id.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[start...(start + 1)], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }
}

extension UnlockServerError {
    /// The error of a call that failed.
    init(_ error: SessionError) {
        self =
            switch error {
            case .signedOut, .ended, .api(.unauthenticated): .unknownDevice
            case .api(.passcodeChanged): .passcodeChanged
            case .api(.deviceShut): .shut
            case .api(.tooManyDevices): .tooManyDevices
            case .api(.tooManyAttempts(let delay)): .wait(delay)
            // The server's key is damaged, which reveals nothing about the passcode.
            case .api(.internalError): .broken
            case .api(.locked), .api(.passcodeTooOld): .passcodeNeeded
            case .locked: .locked
            case .cancelled, .sessionLock, .api(.cancelled): .cancelled
            default: error.isOffline ? .unreachable : .broken
            }
    }
}
