import CCurl

/// The result of a delivery that libcurl reports as failed.
struct SMTPOutcome {
    let code: CURLcode
    /// The last reply code of the server, 0 when there was none. After a broken connection it is an older one.
    let answer: Int
    /// The last command that was sent to the server.
    let stage: SMTPDelivery.Stage

    var error: MailTransportError {
        switch code {
        case CURLE_LOGIN_DENIED:
            // 454: the server cannot check passwords now (RFC 4954, 4.7.3).
            return (400...499).contains(answer)
                ? .deferred(code: answer) : .misconfigured(reason: "the server refuses user or password")
        case CURLE_USE_SSL_FAILED:
            return .misconfigured(reason: "the server offers no STARTTLS")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
            return .misconfigured(reason: "the server's certificate is not good for its name")
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER:
            return .misconfigured(reason: "no TLS with the server")
        case CURLE_SSL_CACERT_BADFILE:
            return .misconfigured(reason: "the file with trusted certificates cannot be used")
        case CURLE_OPERATION_TIMEDOUT:
            return .unreachable(reason: "time-out")
        case CURLE_SEND_ERROR, CURLE_WEIRD_SERVER_REPLY, CURLE_REMOTE_ACCESS_DENIED, CURLE_UPLOAD_FAILED:
            return refusal
        default:
            // libcurl's own words for its codes; they are constants.
            return .unreachable(reason: String(cString: curl_easy_strerror(code)))
        }
    }

    /// RFC 5321, 4.2.1: 4 for now, 5 for good.
    private var refusal: MailTransportError {
        switch (answer, stage) {
        case (400...499, _):
            return .deferred(code: answer)
        // Authentication is wanted, too weak, or refused (RFC 4954, 6): not a fault of the mail.
        case (530, _), (534, _), (535, _), (538, _):
            return .misconfigured(reason: "the server wants a login (\(answer))")
        case (500...599, .greeting):
            return .misconfigured(reason: "the server does not talk to this one (\(answer))")
        case (500...599, .sender):
            return .misconfigured(reason: "the server refuses the sender (\(answer))")
        // No such mailbox, one that moved, or no mailbox name at all (RFC 5321, 4.2.3).
        case (500...599, .recipient):
            return .refused(code: answer, address: [550, 551, 553].contains(answer))
        case (500...599, .body):
            return .refused(code: answer, address: false)
        default:
            return .unreachable(reason: "the connection broke off")
        }
    }
}
