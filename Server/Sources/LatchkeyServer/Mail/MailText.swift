import Foundation
import LatchkeyAPI

/// The words of a mail.
struct MailText: Sendable {
    let subject: String
    let paragraphs: [String]
    /// What the link does.
    let linkLabel: String
    let closing: String

    static let signIn = MailText(
        subject: "Your sign-in link",
        paragraphs: [
            "Use this code or this link to sign in. Each works once, for ten minutes."
        ],
        linkLabel: "Sign in",
        closing: "If you did not ask for it, do nothing: without this mail nobody gets in.")

    static let reset = MailText(
        subject: "Reset your passcode",
        paragraphs: [
            "Use this code or this link to choose a new passcode. Each works once, for ten minutes.",
            "Your present passcode stays until then.",
        ],
        linkLabel: "Choose a new passcode",
        closing: "If you did not ask for it, do nothing: your passcode stays as it is.")

    static func notice(_ event: ActivityEvent) -> MailText {
        MailText(
            subject: subject(of: event.kind),
            paragraphs: [sentence(of: event.kind), circumstances(of: event)],
            linkLabel: "This wasn't me",
            closing: event.kind.isAboutPasscode
                ? "The link ends all your sessions, and your passcode has to be reset before anything opens again."
                : "The link ends all your sessions.")
    }

    private static func subject(of kind: ActivityKind) -> String {
        switch kind {
        case .signedIn: "New sign-in to your account"
        case .passcodeSet: "A passcode was set"
        case .passcodeChanged: "Your passcode was changed"
        case .passcodeEnabled: "Your passcode was turned on"
        case .passcodeDisabled: "Your passcode was turned off"
        case .passcodeReset: "Your passcode was reset"
        case .passcodeBlocked: "Your passcode was blocked"
        case .sessionEnded: "A session was ended after ten wrong passcodes"
        default: "Something changed on your account"
        }
    }

    private static func sentence(of kind: ActivityKind) -> String {
        switch kind {
        case .signedIn: "Somebody signed in to your account with a link or code from your mail."
        case .passcodeSet: "A passcode now locks your account."
        case .passcodeChanged: "The passcode of your account was changed by somebody who knew it."
        case .passcodeEnabled: "The passcode of your account was turned on."
        case .passcodeDisabled: "The passcode of your account was turned off by somebody who knew it."
        case .passcodeReset: "The passcode of your account was reset with a link or code from your mail."
        case .passcodeBlocked:
            "After thirty wrong attempts your passcode was blocked and all sessions were ended. Sign in and reset it."
        case .sessionEnded: "Ten wrong passcodes were typed in a row on a signed-in device. It was signed out."
        default: "Look at the activity of your account."
        }
    }

    private static func circumstances(of event: ActivityEvent) -> String {
        let device = event.deviceName.map { "Device: \($0)." }
        let address = event.ip.map { "Address: \($0)." }
        let time = "Time: \(event.at.date.formatted(.iso8601))."
        return [time, device, address].compactMap { $0 }.joined(separator: " ")
    }
}
