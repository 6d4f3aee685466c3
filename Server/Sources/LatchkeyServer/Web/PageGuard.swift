import Foundation
import LatchkeyAPI

/// Decides what a viewer gets to see under a path.
struct PageGuard: Sendable {
    /// What to answer.
    enum Decision: Sendable {
        case render(Page)
        /// To a path on this site, or to the team's application.
        case redirect(String)
    }

    let home: HomePage
    let publicURL: PublicURL?

    /// The moment from which the desk's dates count.
    let now: Date
    /// Of the viewer's language.
    let texts: Texts

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
        case .signedOut: .redirect(way("/sign-in", backTo: page))
        case .locked: .redirect(way("/lock", backTo: page))
        case .unlocked(let user, _, let trouble): decide(page, user, trouble)
        }
    }

    private func decide(_ page: SignedInPage, _ user: User, _ trouble: MailTrouble?) -> Decision {
        switch page {
        case .root:
            home.destinationOfRoot(publicURL).map(Decision.redirect)
                ?? .render(.desk(user, RepairTicket.samples(for: user.id, now: now, texts: texts)))
        case .securitySettings: .render(.securitySettings(user, trouble))
        case .activity: .render(.activity(user))
        case .setPasscode: .render(.setPasscode(user))
        }
    }

    /// The root is where one comes without a `next`, or is sent on from.
    private func way(_ path: String, backTo page: SignedInPage) -> String {
        page == .root ? path : ReturnPath(page).returning(from: path)
    }

    private func way(_ path: String, backTo next: ReturnPath?) -> String {
        next?.returning(from: path) ?? path
    }

    private func signIn(_ viewer: PageViewer, next: ReturnPath?) -> Decision {
        switch viewer {
        case .signedOut: .render(.signIn)
        case .locked: .redirect(way("/lock", backTo: next))
        case .unlocked: .redirect(next?.path ?? home.location)
        }
    }

    private func lock(_ viewer: PageViewer, _ query: String?) -> Decision {
        let next = ReturnPath(query: query)
        switch viewer {
        case .signedOut: return .redirect(way("/sign-in", backTo: next))
        case .locked(let user, let standing): return .render(.lock(user, standing))
        case .unlocked(let user, let standing, _):
            // Asked for again: the passcode was given too long ago for what lies behind the gate.
            guard query == "again" || query?.hasPrefix("again&") == true else {
                return .redirect(next?.path ?? home.location)
            }
            return user.hasPasscode
                ? .render(.lock(user, standing))
                : .redirect(way(SignedInPage.setPasscode.rawValue, backTo: next))
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
