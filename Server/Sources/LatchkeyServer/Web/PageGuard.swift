import Foundation
import LatchkeyAPI

/// The decision which page a viewer sees at a path.
struct PageGuard: Sendable {
    /// The response to a viewer.
    enum Decision: Sendable {
        case render(Page)
        /// Redirects to a path on this site, or to the team's application.
        case redirect(String)
        case reject(ProblemType)
    }

    let home: HomePage
    let publicURL: PublicURL?

    /// The reference time of the sample tickets.
    let now: Date
    /// The texts in the viewer's language.
    let texts: Texts

    /// Returns the response to a viewer; nil if there is no page at the path.
    ///
    /// - Parameters:
    ///   - path: The path without the query.
    ///   - query: The raw query. Its member `next` is the page to return to.
    func decide(path: String, query: String? = nil, viewer: PageViewer) -> Decision? {
        if let page = SignedInPage(path: path) {
            // The root is the default target.
            return decide(page, backTo: page == .root ? nil : ReturnPath(path), viewer: viewer)
        }
        switch path {
        case "/sign-in": return signIn(viewer, query)
        case "/lock": return lock(viewer, query)
        // A link in an email sends no strict cookie, so the scripts of these pages call `me`.
        case "/sign-in/verify": return .render(.signInVerify)
        case "/reset-passcode": return .render(.resetPasscode)
        case "/disown": return .render(.disown)
        default: return problem(path)
        }
    }

    private func decide(_ page: SignedInPage, backTo next: ReturnPath?, viewer: PageViewer) -> Decision {
        switch viewer {
        // The script there calls `me`, and returns if there is a session.
        case .signedOut: return .redirect(destination("/sign-in", backTo: next))
        case .locked: return .redirect(destination("/lock", backTo: next))
        case .withoutPasscode(let user) where page == .setPasscode: return .render(.setPasscode(user))
        case .withoutPasscode: return .redirect(passcodePath(backTo: next))
        case .unlocked where page.isForAdministrators && !viewer.isAdministrator: return .reject(.notAdministrator)
        case .unlocked(let user, _, let deliveryStatus, _, _): return decide(page, user, deliveryStatus)
        }
    }

    private func decide(_ page: SignedInPage, _ user: User, _ deliveryStatus: DeliveryStatus?) -> Decision {
        switch page {
        case .root:
            home.destinationOfRoot(publicURL).map(Decision.redirect)
                ?? .render(.desk(user, RepairTicket.samples(for: user.id, now: now, texts: texts)))
        case .securitySettings: .render(.securitySettings(user, deliveryStatus))
        case .activity: .render(.activity(user))
        case .setPasscode: .render(.setPasscode(user))
        case .people: .render(.people(user))
        case .team: .render(.team(user))
        case .administrationLog: .render(.administrationLog(user))
        case .person: .render(.person(user))
        }
    }

    private func passcodePath(backTo next: ReturnPath?) -> String {
        destination(SignedInPage.setPasscode.rawValue, backTo: next)
    }

    private func destination(_ path: String, backTo next: ReturnPath?) -> String {
        next?.returning(from: path) ?? path
    }

    private func signIn(_ viewer: PageViewer, _ query: String?) -> Decision {
        let next = ReturnPath(query: query)
        switch viewer {
        case .signedOut: return .render(.signIn)
        case .locked: return .redirect(destination("/lock", backTo: next))
        case .withoutPasscode: return .redirect(passcodePath(backTo: next))
        // A provider on the same site: the strict cookie came along.
        case .unlocked(let user, _, _, _, _) where PasscodeOffer.isMade(in: query) && !user.hasPasscode:
            return .redirect(passcodePath(backTo: next))
        case .unlocked: return .redirect(next?.path ?? home.location)
        }
    }

    private func lock(_ viewer: PageViewer, _ query: String?) -> Decision {
        let next = ReturnPath(query: query)
        switch viewer {
        case .signedOut: return .redirect(destination("/sign-in", backTo: next))
        case .locked(let user, let status): return .render(.lock(user, status))
        case .withoutPasscode: return .redirect(passcodePath(backTo: next))
        case .unlocked(let user, let status, _, let passcodeAge, _):
            // The application requires a more recent passcode verification.
            guard PasscodeRequirement(query: query)?.isMet(by: passcodeAge) == false else {
                return .redirect(next?.path ?? home.location)
            }
            return user.hasPasscode
                ? .render(.lock(user, status))
                : .redirect(passcodePath(backTo: next))
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
