import Foundation
import LatchkeyHTTPClient
import Synchronization

/// Sends through a mail server (RFC 5321), by libcurl. Each mail has a connection and a thread of its own: libcurl
/// blocks its thread, which must be neither an event loop's nor one that all tasks share.
struct SMTPMailTransport: MailTransport {
    let server: SMTPServer
    private let timeouts: SMTPTimeouts

    init(server: SMTPServer, timeouts: SMTPTimeouts = SMTPTimeouts()) {
        self.server = server
        self.timeouts = timeouts
    }

    /// Cancelling the task aborts the connection; the mail may have arrived by then.
    func send(_ mail: OutgoingMail) async throws(MailTransportError) {
        guard CurlLibrary.isReady else { throw .misconfigured(reason: "libcurl cannot be used") }
        let isCancelled = CancellationMark()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let thread = Thread { [server, timeouts] in
                    SMTPDelivery(mail, to: server, timeouts, isCancelled).run { continuation.resume(returning: $0) }
                }
                thread.name = "mail"
                thread.start()
            }
        } onCancel: {
            isCancelled.set()
        }
        try result.get()
    }
}

/// Tells a thread that its work is no longer wanted.
final class CancellationMark: Sendable {
    private let mark = Mutex(false)

    var isSet: Bool { mark.withLock { $0 } }
    func set() { mark.withLock { $0 = true } }
}
