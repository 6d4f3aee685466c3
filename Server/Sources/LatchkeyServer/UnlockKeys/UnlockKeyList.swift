/// The response of `GET /api/auth/unlock-keys`.
struct UnlockKeyList: Encodable, Sendable {
    /// Oldest first.
    let unlockKeys: [DeviceReport]
}
