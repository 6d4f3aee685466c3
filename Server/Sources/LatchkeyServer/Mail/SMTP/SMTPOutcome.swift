import CCurl

/// The result of a failed delivery with libcurl.
struct SMTPOutcome {
    let code: CURLcode
    /// The server's last reply. After an interrupted connection it is an older one.
    let reply: SMTPReply
    /// The last command sent to the server.
    let stage: SMTPDelivery.Stage
    /// Whether the server has sent anything.
    var hasReplied = true
    /// The reply whose deadline has passed, if any.
    var overdue: String?

    var error: EmailTransportError {
        switch code {
        case CURLE_LOGIN_DENIED:
            // 454: temporary authentication failure (RFC 4954, 4.7.3).
            return (400...499).contains(reply.code)
                ? .deferred(code: reply.code) : .misconfigured(reason: "the server rejects the user or password")
        case CURLE_USE_SSL_FAILED:
            return .misconfigured(reason: "the server does not offer STARTTLS")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
            return .misconfigured(reason: "the server's certificate is not valid for its name")
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER:
            return .misconfigured(reason: "the TLS handshake with the server failed; compare its port and tls=")
        case CURLE_SSL_CACERT_BADFILE:
            return .misconfigured(reason: "the file in ca= does not contain PEM certificates")
        case CURLE_ABORTED_BY_CALLBACK where overdue != nil:
            return brokenOff(reason: "no \(overdue ?? "reply") in time")
        case CURLE_OPERATION_TIMEDOUT:
            return brokenOff(reason: "time-out")
        case CURLE_SEND_ERROR, CURLE_WEIRD_SERVER_REPLY, CURLE_REMOTE_ACCESS_DENIED, CURLE_UPLOAD_FAILED:
            return rejection
        default:
            // libcurl's messages are constants.
            return brokenOff(reason: String(cString: curl_easy_strerror(code)))
        }
    }

    private func brokenOff(reason: String) -> EmailTransportError {
        hasReplied ? .interrupted(reason: reason) : .unreachable(reason: reason)
    }

    /// The error for a rejected command: codes that start with 4 are temporary, with 5 permanent (RFC 5321, 4.2.1).
    private var rejection: EmailTransportError {
        switch (reply.code, stage) {
        case (400...499, _):
            .deferred(code: reply.code)
        // Authentication is required, too weak, or rejected (RFC 4954, 6): not an error of the email.
        case (530, _), (534, _), (535, _), (538, _):
            .misconfigured(reason: "the server requires authentication (\(reply)); set it in LATCHKEY_MAIL_URL")
        case (500...599, .connection), (500...599, .greeting):
            rejectedClient
        case (500...599, .sender):
            isAboutProtocol ? rejectedClient : rejectedSender
        case (500...599, .recipient):
            rejectedRecipient
        case (500...599, .body), (500...599, .end):
            .rejected(code: reply.code, address: false)
        default:
            brokenOff(reason: "the connection was interrupted")
        }
    }

    /// The error for a rejected recipient. Mail servers delay rejections of client and sender until the recipient
    /// (Postfix's `smtpd_delay_reject`). Only enhanced codes distinguish them (RFC 3463, 3).
    private var rejectedRecipient: EmailTransportError {
        switch (reply.status?.subject, reply.status?.detail) {
        // Bad sender address.
        case (1, 7), (1, 8): rejectedSender
        case (1, _): .rejected(code: reply.code, address: true)
        // The mailbox, its route, or the content.
        case (2, _): .rejected(code: reply.code, address: isAboutMailbox)
        case (4, _), (6, _): .rejected(code: reply.code, address: false)
        // No such mailbox, a moved mailbox, or an invalid name (RFC 5321, 4.2.3).
        case (nil, _), (0, _):
            isAboutMailbox || reply.code == 552 ? .rejected(code: reply.code, address: isAboutMailbox) : rejectedClient
        default: rejectedClient
        }
    }

    /// Whether the code is about the mailbox (RFC 5321, 4.2.3; RFC 7504, 5).
    private var isAboutMailbox: Bool { [550, 551, 553, 556].contains(reply.code) }
    private var isAboutProtocol: Bool { reply.code == 504 || reply.status?.subject == 5 }

    private var rejectedSender: EmailTransportError {
        .misconfigured(reason: "the server rejects the sender (\(reply)); set LATCHKEY_MAIL_FROM")
    }

    private var rejectedClient: EmailTransportError {
        .misconfigured(
            reason: """
                the server rejects this client, its EHLO name or its sender (\(reply)); set ?ehlo=NAME in \
                LATCHKEY_MAIL_URL to a qualified name of this machine, or LATCHKEY_MAIL_FROM
                """)
    }
}
