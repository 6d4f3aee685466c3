import Foundation

/// A job on the workshop desk.
struct RepairTicket: Equatable, Sendable {
    enum Status: String, CaseIterable, Sendable {
        case received, waiting, repairing, ready
    }

    /// Unique on a desk, `R-4821` for example.
    var number: String
    var device: String
    /// First name and initial.
    var customer: String
    var fault: String
    var status: Status
    /// The day, in UTC, on which the customer is to have the device back.
    var promised: Date
    /// The same in words, as of when the ticket was made: `Tomorrow`, `Thu 26 Nov`.
    var promisedText: String
}
