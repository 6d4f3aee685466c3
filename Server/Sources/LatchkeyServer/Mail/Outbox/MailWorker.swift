/// Makes the mails that were asked for and sends them. Any number of workers may share one database.
struct MailWorker: Sendable {
    let maker: MailMaker
    let delivery: MailDelivery

    /// Makes all that was asked for by now, round by round.
    ///
    /// - Parameter afterRound: Called when a round has made what can be sent.
    func makeAll(afterRound: () -> Void = {}) async throws {
        while !Task.isCancelled, try await maker.makeRound() { afterRound() }
    }

    /// Sends what is due, one mail after the other, until nothing is or `isStopping` says so.
    func sendAll(until isStopping: () -> Bool = { false }) async throws {
        while !isStopping(), !Task.isCancelled, try await delivery.sendNext() {}
    }
}
