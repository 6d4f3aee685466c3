internal import Crypto
public import Foundation

extension Vault {
    /// The format's first byte, authenticated.
    private static let sealVersion: UInt8 = 1

    /// Returns the text encrypted and authenticated (AES-256-GCM with a random nonce), bound to the purpose. Throws
    /// `.locked`, or `.noVault` before the first passcode of an app without an account. Throws `.passcodeNeeded` if
    /// ``needsPasscodeForData`` is true.
    public nonisolated func seal(_ plain: some DataProtocol, for purpose: String) throws(VaultError) -> Data {
        try requireAppData()
        return try sealReplaceable(plain, for: purpose)
    }

    /// Whether the open vault requires a passcode before it seals app data. True if biometrics alone open it or can be
    /// enabled: a changed enrolment would lose the data. Check it before the user enters data.
    public nonisolated var needsPasscodeForData: Bool { holder.isForTokensOnly }

    /// Throws `.passcodeNeeded` in a vault that signing in again erases without confirmation (C16).
    nonisolated func requireAppData() throws(VaultError) {
        if holder.isForTokensOnly { throw .passcodeNeeded }
    }

    /// Seals a token that signing in replaces, such as the session's, even in a vault that only biometrics open.
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

    /// Returns data that this vault sealed for the same purpose. Throws `.locked`, `.noVault`, or `.damaged` for any
    /// other data. Only ``openDeposited(_:for:)`` opens data that a ``SealingKey`` sealed.
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
