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
    ///
    /// - Parameters:
    ///   - path: without the query.
    ///   - query: as it was sent; `next` in it says where to go back to.
    ///   - viewer: who asks.
    func decide(path: String, query: String? = nil, viewer: PageViewer) -> Decision? {
        if let page = SignedInPage(rawValue: path) {
            return decide(page, viewer: viewer)
        }
        switch path {
        case "/sign-in": return signIn(viewer, next: ReturnPath(query: query))
        case "/lock": return lock(viewer, query)
        // These come from a mail, without the strict cookie: they ask `me` by script.
        case "/sign-in/verify": return .render(.signInVerify)
        case "/reset-passcode": return .render(.resetPasscode)
        case "/disown": return .render(.disown)
        default: return problem(path)
        }
    }

    private func decide(_ page: SignedInPage, viewer: PageViewer) -> Decision {
        switch viewer {
        // Its script asks `me`, and comes back here when there is a session after all.
        case .signedOut: .redirect(ReturnPath(page).returning(from: "/sign-in"))
        case .locked: .redirect(ReturnPath(page).returning(from: "/lock"))
        case .unlocked(let user, _, let trouble): .render(content(of: page, user, trouble))
        }
    }

    private func content(of page: SignedInPage, _ user: User, _ trouble: MailTrouble?) -> Page {
        switch page {
        case .desk: .desk(user, RepairTicket.samples(for: user.id, now: now, texts: texts))
        case .securitySettings: .securitySettings(user, trouble)
        case .activity: .activity(user)
        case .setPasscode: .setPasscode(user)
        }
    }

    private func signIn(_ viewer: PageViewer, next: ReturnPath) -> Decision {
        switch viewer {
        case .signedOut: .render(.signIn)
        case .locked: .redirect(next.returning(from: "/lock"))
        case .unlocked: .redirect(next.path)
        }
    }

    private func lock(_ viewer: PageViewer, _ query: String?) -> Decision {
        let next = ReturnPath(query: query)
        switch viewer {
        case .signedOut: return .redirect(next.returning(from: "/sign-in"))
        case .locked(let user, let standing): return .render(.lock(user, standing))
        case .unlocked(let user, let standing, _):
            // Asked for again: the passcode was given too long ago for what lies behind the gate.
            guard query == "again" || query?.hasPrefix("again&") == true else { return .redirect(next.path) }
            return user.hasPasscode
                ? .render(.lock(user, standing))
                : .redirect(next.returning(from: SignedInPage.setPasscode.rawValue))
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
