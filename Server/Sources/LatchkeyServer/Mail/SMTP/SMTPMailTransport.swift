import CCurl
import Foundation
import Synchronization

/// Sends through a mail server (RFC 5321), by libcurl. Each mail has a connection and a thread of its own: libcurl waits
/// where it stands, and must hold up neither an event loop nor the threads that all tasks share.
struct SMTPMailTransport: MailTransport {
    /// How long a mail may take.
    struct Patience: Sendable {
        var connecting: Duration = .seconds(10)
        /// In all. ``MailDelivery`` renews its lease meanwhile, so that nobody else sends the mail.
        var whole: Duration = .seconds(30)
    }

    let server: SMTPServer
    var patience = Patience()

    /// libcurl wants to be told once in a process, before any thread uses it
    /// (https://curl.se/libcurl/c/curl_global_init.html).
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// A cancelled task breaks the connection off; the mail may have arrived by then.
    func send(_ mail: OutgoingMail) async throws(MailTransportError) {
        guard Self.isReady else { throw .misconfigured(reason: "libcurl cannot be used") }
        let isCancelled = CancellationMark()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let thread = Thread { [server, patience] in
                    SMTPDelivery(mail, to: server, patience, isCancelled).run { continuation.resume(returning: $0) }
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
