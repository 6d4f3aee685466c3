/// Makes the mails that were asked for and sends them. Any number of workers may share one database.
struct MailWorker: Sendable {
    let maker: MailMaker
    let delivery: MailDelivery

    /// Makes all that was asked for by now.
    func makeAll() async throws {
        while try await maker.makeNext() {}
    }

    /// Sends what is due, one mail after the other, until nothing is or `isStopping` says so.
    func sendAll(until isStopping: () -> Bool = { false }) async throws {
        while !isStopping(), try await delivery.sendNext() {}
    }

    /// Works until nothing is left to do now.
    func drain() async throws {
        try await makeAll()
        try await sendAll()
    }
}
