/// Whether unlocking by passcode requires the server.
public enum UnlockPolicy: Sendable, Hashable {
    /// The passcode and this device open the vault, without a network.
    case offline
    /// The passcode, this device and the server open it: no network, no unlock. A copy of the device is then useless
    /// without the server, which allows ten attempts. Biometrics are not available.
    case serverRequired
}
