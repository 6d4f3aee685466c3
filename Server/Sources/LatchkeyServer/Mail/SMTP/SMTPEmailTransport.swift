import Foundation
import LatchkeyHTTPClient
import Synchronization

/// A transport for SMTP (RFC 5321) with libcurl. Each email has its own connection and thread, because libcurl blocks.
struct SMTPEmailTransport: EmailTransport {
    let server: SMTPServer
    private let timeouts: SMTPTimeouts

    init(server: SMTPServer, timeouts: SMTPTimeouts = SMTPTimeouts()) {
        self.server = server
        self.timeouts = timeouts
    }

    /// Sends the email. Cancelling the task aborts the connection; the email may have been accepted.
    func send(_ email: OutgoingEmail) async throws(EmailTransportError) {
        guard CurlLibrary.isReady else { throw .misconfigured(reason: "libcurl does not start; reinstall it") }
        let isCancelled = CancellationMark()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let thread = Thread { [server, timeouts] in
                    SMTPDelivery(email, to: server, timeouts, isCancelled).run { continuation.resume(returning: $0) }
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

/// A cancellation flag for a thread.
final class CancellationMark: Sendable {
    private let mark = Mutex(false)

    var isSet: Bool { mark.withLock { $0 } }
    func set() { mark.withLock { $0 = true } }
}
