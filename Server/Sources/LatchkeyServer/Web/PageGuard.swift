import Foundation
import LatchkeyAPI

/// Decides what a viewer gets to see under a path.
struct PageGuard: Sendable {
    /// What to answer.
    enum Decision: Sendable {
        case render(Page)
        /// To a path on this site.
        case redirect(String)
    }

    /// The moment from which the desk's dates count.
    var now: Date
    /// Of the viewer's language.
    var texts: Texts

    /// Returns nil when no page has the path.
    func decide(path: String, viewer: PageViewer) -> Decision? {
        if let destination = ReturnPath(rawValue: path) {
            return decide(destination, viewer: viewer)
        }
        switch path {
        case "/sign-in": return signIn(viewer)
        case "/lock": return lock(viewer)
        // These come from a mail, without the strict cookie: they ask `me` by script.
        case "/sign-in/verify": return .render(.signInVerify)
        case "/reset-passcode": return .render(.resetPasscode)
        case "/disown": return .render(.disown)
        default: return problem(path)
        }
    }

    private func decide(_ destination: ReturnPath, viewer: PageViewer) -> Decision {
        switch viewer {
        // Its script asks `me`, and comes back here when there is a session after all.
        case .signedOut: .redirect(destination.returning(from: "/sign-in"))
        case .locked: .redirect(destination.returning(from: "/lock"))
        case .unlocked(let user, let trouble): .render(page(destination, user, trouble))
        }
    }

    private func page(_ destination: ReturnPath, _ user: User, _ trouble: MailTrouble?) -> Page {
        switch destination {
        case .desk: .desk(user, RepairTicket.samples(for: user.id, now: now, texts: texts))
        case .securitySettings: .securitySettings(user, trouble)
        case .activity: .activity(user)
        case .setPasscode: .setPasscode(user)
        }
    }

    private func signIn(_ viewer: PageViewer) -> Decision {
        switch viewer {
        case .signedOut: .render(.signIn)
        case .locked: .redirect("/lock")
        case .unlocked: .redirect("/")
        }
    }

    private func lock(_ viewer: PageViewer) -> Decision {
        switch viewer {
        case .signedOut: .redirect("/sign-in")
        case .locked(let user, let standing): .render(.lock(user, standing))
        case .unlocked: .redirect("/")
        }
    }

    private func problem(_ path: String) -> Decision? {
        let prefix = "/problems/"
        guard path.hasPrefix(prefix), let type = ProblemType(rawValue: String(path.dropFirst(prefix.count))) else {
            return nil
        }
        return .render(.problem(type))
    }
}
