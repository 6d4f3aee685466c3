/// The result of a change by the operator.
public struct AccountChangeReport: Encodable, Equatable, Sendable {
    /// The account after the change.
    public let account: AccountReport
    /// Whether the command changed anything; false if the change already applied.
    public let changed: Bool

    private enum CodingKeys: CodingKey { case changed }

    /// Encodes the account's members, and `changed` next to them.
    public func encode(to encoder: any Encoder) throws {
        try account.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(changed, forKey: .changed)
    }
}
