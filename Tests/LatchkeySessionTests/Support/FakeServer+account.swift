import Foundation
import LatchkeyAPI

/// The calls about sessions, activity and the account's deletion.
extension FakeServer {
    func endSessions() { sessions = [:] }
    func lockSessions(manually: Bool) {
        for id in sessions.keys {
            sessions[id]?.isLocked = true
            sessions[id]?.isIdleLock = !manually
        }
    }
    func expireAccessTokens() { for id in sessions.keys { sessions[id]?.access = [] } }

    func sessions(accessToken: String) async throws(APIError) -> SessionList {
        try await enter("sessions")
        let own = try session(accessToken)
        let (email, _) = try unlockedAccount(own)
        let now = Date(timeIntervalSince1970: 0)
        return SessionList(
            sessions: sessions.filter { $0.value.email == email }.keys.sorted().map {
                SessionList.Session(
                    id: String($0), deviceName: nil, createdAt: now, lastActiveAt: now, current: $0 == own)
            })
    }

    func endSession(id: String, accessToken: String) async throws(APIError) {
        try await enter("end-session")
        let (email, _) = try unlockedAccount(try session(accessToken))
        guard let number = Int(id), sessions[number]?.email == email else { throw .notFound }
        sessions[number] = nil
    }

    func endOtherSessions(accessToken: String) async throws(APIError) {
        try await enter("end-others")
        let own = try session(accessToken)
        let (email, _) = try unlockedAccount(own)
        sessions = sessions.filter { $0.key == own || $0.value.email != email }
    }

    func activity(before: String?, limit: Int?, accessToken: String) async throws(APIError) -> ActivityPage {
        try await enter("activity \(before ?? "-") \(limit ?? 0)")
        _ = try unlockedAccount(try session(accessToken))
        return ActivityPage(events: [], next: before == nil ? "7" : nil)
    }

    func deleteAccount(currentPasscode: String?, accessToken: String) async throws(APIError) {
        try await enter("delete")
        let id = try session(accessToken)
        let (email, account) = try unlockedAccount(id)
        if account.passcode != nil { try demand(currentPasscode, id) }
        accounts[email] = nil
        sessions = sessions.filter { $0.value.email != email }
    }
}
