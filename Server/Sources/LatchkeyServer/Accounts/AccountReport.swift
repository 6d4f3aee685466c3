import Foundation

/// An account, as shown to the operator.
public struct AccountReport: Encodable, Equatable, Sendable {
    /// The state of an account's passcode.
    public enum Passcode: String, Encodable, Sendable {
        case enabled, disabled
        case notSet = "not_set"
        case resetRequired = "reset_required"

        fileprivate var text: String { rawValue.replacing("_", with: " ") }
    }

    /// The members of an account that can be read.
    struct Details: Encodable, Equatable, Sendable {
        let email: String
        let role: AccountRole
        let passcode: Passcode
        let timeoutMinutes: Int
        let createdAt: Date
        let suspendedAt: Date?
        let mailTrouble: DeliveryStatus?
        let mailTroubleSince: Date?
    }

    let id: String
    /// The account's details; nil for an account that cannot be read (V15).
    let details: Details?

    /// The address, or the ID of an account that cannot be read.
    public var name: String { details?.email ?? id }

    init(_ account: Account) {
        id = account.id
        details = Details(
            email: account.email, role: account.role, passcode: Passcode(account),
            timeoutMinutes: account.passcodeTimeoutMinutes, createdAt: account.createdAt.date,
            suspendedAt: account.suspendedAt?.date, mailTrouble: account.deliveryStatus,
            mailTroubleSince: account.deliveryStatusSince?.date)
    }

    init(unreadable id: String) {
        self.id = id
        details = nil
    }

    private enum CodingKeys: CodingKey { case id, readable }

    /// Encodes the details as members next to `id` and `readable`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(details != nil, forKey: .readable)
        try details?.encode(to: encoder)
    }
}

extension AccountReport.Passcode {
    fileprivate init(_ account: Account) {
        self =
            if account.resetRequired {
                .resetRequired
            } else if account.hasPasscode {
                account.passcodeEnabled ? .enabled : .disabled
            } else {
                .notSet
            }
    }
}

extension AccountReport: CustomStringConvertible {
    /// The account as one line for the operator: address, passcode, timeout, role, suspension and delivery status,
    /// separated by tabs.
    public var description: String {
        guard let details else { return "account \(id)\tcannot be read" }
        var parts = [
            details.email, "passcode \(details.passcode.text)", "timeout \(details.timeoutMinutes) min",
        ]
        if details.role == .administrator { parts.append("administrator") }
        if let time = details.suspendedAt { parts.append("suspended since \(time.formatted(.iso8601))") }
        if let status = details.mailTrouble {
            parts.append("email \(status.rawValue) since \(details.mailTroubleSince?.formatted(.iso8601) ?? "?")")
        }
        return parts.joined(separator: "\t")
    }
}
