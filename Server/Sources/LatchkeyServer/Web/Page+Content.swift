import Foundation
import LatchkeyAPI

extension Page {
    var template: PageTemplate {
        switch self {
        case .signIn: .signIn
        case .signInVerify: .signInVerify
        case .setPasscode: .setPasscode
        case .lock: .lock
        case .resetPasscode: .resetPasscode
        case .disown: .disown
        case .securitySettings: .securitySettings
        case .activity: .activity
        case .people: .people
        case .person: .person
        case .team: .team
        case .administrationLog: .administrationLog
        case .desk: .desk
        case .problem: .problem
        case .providerDown: .providerDown
        case .mailbox: .mailbox
        case .notFound: .notFound
        }
    }

    /// The values of the template's names, which the template escapes.
    func content(in texts: Texts, _ languages: Languages) -> [String: any Sendable] {
        switch self {
        case .signIn, .signInVerify, .resetPasscode, .disown, .providerDown, .notFound:
            [:]
        case .lock(let user, let status):
            ["user": Self.content(of: user), "lock": status.content]
        case .setPasscode(let user):
            ["user": Self.content(of: user), "signedIn": true]
        case .securitySettings(let user, let deliveryStatus):
            [
                "user": Self.content(of: user), "signedIn": true, "onSecurity": true,
                "timeouts": Self.timeouts(of: user),
                "languages": Self.languages(of: user, languages),
                "deliveryStatus": Self.content(of: deliveryStatus),
            ]
        case .activity(let user):
            ["user": Self.content(of: user), "signedIn": true, "onActivity": true]
        case .people(let user):
            Self.administration(by: user, at: "onPeople")
        case .person(let user):
            Self.administration(by: user, at: "onPerson")
        case .team(let user):
            Self.administration(by: user, at: "onTeam")
        case .administrationLog(let user):
            Self.administration(by: user, at: "onLog")
        case .desk(let user, let tickets):
            [
                "user": Self.content(of: user), "signedIn": true, "onDesk": true,
                "tickets": tickets.map { $0.content(in: texts) },
                "open": tickets.count { $0.status != .ready }, "ready": tickets.count { $0.status == .ready },
            ]
        case .problem(let type):
            Self.content(of: type, in: texts)
        case .mailbox(let entries):
            ["entries": entries.map(\.content), "isEmpty": entries.isEmpty]
        }
    }

    private static func content(of user: User) -> [String: any Sendable] {
        var content: [String: any Sendable] = [
            "id": user.id, "email": user.email,
            "hasPasscode": user.hasPasscode, "passcodeEnabled": user.passcodeEnabled,
            "passcodeRequired": user.policy.passcodeRequired, "timeZone": user.timeZone ?? "",
        ]
        if user.policy.allowedTimeouts != User.allowedTimeouts {
            content["longestTimeout"] = user.policy.longestTimeoutMinutes
        }
        // Without an enabled passcode the session never locks, so the page has no timer.
        if user.passcodeEnabled { content["lockMinutes"] = user.passcodeTimeoutMinutes }
        return content
    }

    private static func administration(by user: User, at page: String) -> [String: any Sendable] {
        ["user": content(of: user), "signedIn": true, "onAdministration": true, page: true]
    }

    private static func content(of type: ProblemType, in texts: Texts) -> [String: any Sendable] {
        let words = texts.problems[type.rawValue]
        return [
            "name": type.rawValue, "status": type.status, "title": words?.title ?? type.title,
            "paragraphs": [words?.meaning, words?.remedy].compactMap { $0 },
        ]
    }

    private static func content(of deliveryStatus: DeliveryStatus?) -> [String: Bool] {
        deliveryStatus.map { ["is\("\($0)".capitalized)": true] } ?? [:]
    }

    private static func languages(of user: User, _ languages: Languages) -> [[String: any Sendable]] {
        languages.tags.map { tag in
            ["tag": tag, "name": languages[tag].language.name, "checked": tag == user.language]
        }
    }

    private static func timeouts(of user: User) -> [[String: any Sendable]] {
        user.policy.allowedTimeouts.map { minutes in
            ["minutes": minutes, "checked": minutes == user.passcodeTimeoutMinutes]
        }
    }
}

extension AttemptStatus {
    fileprivate var content: [String: any Sendable] {
        var content: [String: any Sendable] = ["wait": secondsToWait, "resetRequired": isResetRequired]
        content["remaining"] = attemptsRemaining
        return content
    }
}

extension RepairTicket {
    fileprivate func content(in texts: Texts) -> [String: any Sendable] {
        [
            "number": number, "device": device, "customer": customer, "fault": fault,
            "status": texts.desk.statuses[status.rawValue] ?? status.rawValue, "statusName": status.rawValue,
            "promised": promisedText,
            "promisedDate": promised.formatted(.iso8601.year().month().day()),
        ]
    }
}

extension MailboxEntry {
    fileprivate var content: [String: any Sendable] {
        var content: [String: any Sendable] = [
            "id": id, "to": to, "subject": subject, "text": text,
            "date": createdAt.date.formatted(.iso8601),
        ]
        content["code"] = code
        content["link"] = link
        return content
    }
}
