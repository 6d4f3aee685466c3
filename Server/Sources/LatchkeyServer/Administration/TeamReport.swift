/// The response of `GET /api/admin/team`: the rules, and the number of accounts by state.
struct TeamReport: Encodable, Sendable {
    /// The greatest number that is counted, so that a page costs the same for any number of accounts.
    static let maximumCount = 1_000

    let passcodeRequired: Bool
    let longestTimeoutMinutes: Int
    let biometricsAllowed: Bool
    let serverUnlockRequired: Bool
    let sessionDays: Int
    /// The number of accounts by ``AccountState``, up to ``maximumCount``.
    let people: [String: Int]
    /// The number of accounts without a usable device, of the first ``maximumCount`` with a passcode; nil unless the
    /// server is required.
    let withoutDevice: Int?

    init(_ rules: TeamRules, people: [AccountState: Int], withoutDevice: Int?) {
        passcodeRequired = rules.passcode == .required
        longestTimeoutMinutes = rules.longestTimeoutMinutes
        biometricsAllowed = rules.biometrics == .allowed
        serverUnlockRequired = rules.unlock == .server
        sessionDays = rules.sessionDays
        self.withoutDevice = withoutDevice
        self.people = Dictionary(uniqueKeysWithValues: people.map { ($0.key.rawValue, $0.value) })
    }
}
