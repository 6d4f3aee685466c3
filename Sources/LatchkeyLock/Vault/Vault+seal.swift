internal import Crypto
public import Foundation

extension Vault {
    /// The format's first byte, authenticated.
    private static let sealVersion: UInt8 = 1

    /// Returns the text encrypted and authenticated (AES-256-GCM with a random nonce), together with the purpose that
    /// it is sealed for. Throws `.locked`, or `.noVault` before the first passcode of an app without an account. Throws
    /// `.passcodeNeeded` if ``needsPasscodeForData`` is true.
    public nonisolated func seal(_ plain: some DataProtocol, for purpose: String) throws(VaultError) -> Data {
        try requireAppData()
        return try sealReplaceable(plain, for: purpose)
    }

    /// Whether the open vault seals nothing of the app's until a passcode is set, because biometrics alone open it or
    /// can be turned on: a changed enrolment would lose the data. Read it before the user writes anything.
    public nonisolated var needsPasscodeForData: Bool { holder.isForTokensOnly }

    /// Throws `.passcodeNeeded` in a vault that signing in again erases without asking (C16).
    nonisolated func requireAppData() throws(VaultError) {
        if holder.isForTokensOnly { throw .passcodeNeeded }
    }

    /// Seals what signing in replaces, such as a session's token, also in a vault that biometrics alone open.
    package nonisolated func sealReplaceable(
        _ plain: some DataProtocol, for purpose: String
    ) throws(VaultError) -> Data {
        let key = try holder.withKeys(\.data)
        guard let box = try? AES.GCM.seal(plain, using: key, authenticating: Self.context(purpose)),
            let combined = box.combined
        else { throw .derivationFailed }
        var sealed = Data(capacity: combined.count + 1)
        sealed.append(Self.sealVersion)
        sealed.append(combined)
        return sealed
    }

    /// Returns what this vault sealed for the same purpose. Throws `.locked`, `.noVault`, or `.damaged` for anything
    /// else: what was sealed for the vault with a ``SealingKey`` is opened by ``openDeposited(_:for:)`` alone.
    public nonisolated func open(_ sealed: Data, for purpose: String) throws(VaultError) -> Data {
        let key = try holder.withKeys(\.data)
        switch sealed.first {
        case nil, SealingKey.version: throw .damaged
        case Self.sealVersion:
            guard let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()),
                let plain = try? AES.GCM.open(box, using: key, authenticating: Self.context(purpose))
            else { throw .damaged }
            return plain
        case let version?: throw .unsupportedVersion(version)
        }
    }

    private static func context(_ purpose: String) -> [UInt8] {
        // One allocation: for a short text, copies would take a noticeable part of the time.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1 + purpose.utf8.count)
        bytes.append(sealVersion)
        bytes.append(contentsOf: purpose.utf8)
        return bytes
    }
}
