/// What has become of a change that an operator wanted.
public struct AccountChangeReport: Encodable, Equatable, Sendable {
    /// The account as it is then.
    public let account: AccountReport
    /// Whether the command has changed anything; false for what was so already.
    public let changed: Bool

    private enum CodingKeys: CodingKey { case changed }

    /// The account, with `changed` beside its members.
    public func encode(to encoder: any Encoder) throws {
        try account.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(changed, forKey: .changed)
    }
}
