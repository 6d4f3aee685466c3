package import Foundation
package import LatchkeyAPI
internal import LatchkeyLock

/// The server's calls of the API, for fake servers. They do not check access tokens and passcodes.
extension InMemoryUnlockServer {
    package func addUnlockKey(blinded: [UInt8], replacing replaced: String?) async throws(APIError) -> AddedUnlockKey {
        do {
            let key = try await register(blinded, replacing: replaced)
            return AddedUnlockKey(
                id: Self.text(key.id), token: key.token, publicKey: Base64URL(key.publicKey),
                evaluation: Base64URL(key.evaluation))
        } catch { throw APIError(error) }
    }

    package func confirmUnlockKey(id: String, tag: [UInt8]) async throws(APIError) {
        do { try await confirm(Self.bytes(id), tag: tag) } catch { throw .notFound }
    }

    package func unlockKeys() -> UnlockKeyList {
        let start = Date(timeIntervalSince1970: 0)
        return UnlockKeyList(
            unlockKeys: activeKeys.map {
                UnlockKeyList.UnlockKey(id: Self.text($0), deviceName: nil, createdAt: start, lastUsedAt: nil)
            })
    }

    package func shutDevice(id: String) throws(APIError) {
        guard shut(Self.bytes(id)) else { throw .notFound }
    }

    package func removeUnlockKey(id: String, token: String) throws(APIError) {
        let isDeleted: Bool
        do { isDeleted = try delete(Self.bytes(id), token: token) } catch { throw APIError(error) }
        guard isDeleted else { throw .notFound }
    }

    package func evaluateUnlock(
        attempt: UUID, blinded: [UInt8], token: String
    ) async throws(APIError) -> EvaluatedUnlock {
        do {
            let response = try await evaluate(blinded, attempt: attempt, token: token)
            return EvaluatedUnlock(
                evaluation: Base64URL(response.evaluation), attemptsRemaining: response.remaining, retryAfter: 0)
        } catch { throw APIError(error) }
    }

    package func finishUnlock(attempt: UUID, tag: [UInt8], token: String) async throws(APIError) {
        do { try await finish(attempt, tag: tag, token: token) } catch { throw APIError(error) }
    }

    private static func text(_ id: [UInt8]) -> String {
        id.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

extension APIError {
    fileprivate init(_ error: UnlockServerError) {
        self =
            switch error {
            case .unreachable: .offline
            case .unknownDevice: .unauthenticated
            case .passcodeChanged: .passcodeChanged
            case .passcodeNeeded: .passcodeTooOld(maxAge: nil)
            case .locked: .locked
            case .cancelled: .cancelled
            case .shut: .deviceShut
            case .tooManyDevices: .tooManyDevices
            case .wait(let delay): .tooManyAttempts(retryAfter: delay)
            case .broken: .internalError
            }
    }
}
