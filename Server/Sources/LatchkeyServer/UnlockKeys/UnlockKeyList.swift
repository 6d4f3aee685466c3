/// The response of `GET /api/auth/unlock-keys`.
struct UnlockKeyList: Encodable, Sendable {
    /// The devices, oldest first.
    let unlockKeys: [DeviceReport]
}
