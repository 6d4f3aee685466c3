import CCurl

/// The delivery of one email with libcurl, on one thread.
final class SMTPDelivery {
    /// The last command sent to the server.
    enum Stage: Equatable {
        case connection, greeting, sender, recipient, body, end
    }

    private let email: OutgoingEmail
    private let server: SMTPServer
    private let timeouts: SMTPTimeouts
    private let isCancelled: CancellationMark
    private let message: [UInt8]
    private var handle: UnsafeMutableRawPointer?
    private var position = 0
    private var stage = Stage.connection
    /// The reply that is due, and since when.
    private var awaited = (reply: "greeting", since: ContinuousClock.now)
    private var isLeaving = false
    private var hasReplied = false
    private var isOverdue = false
    /// The last line that rejected a command.
    private var rejection = ""

    init(
        _ email: OutgoingEmail, to server: SMTPServer, _ timeouts: SMTPTimeouts, _ isCancelled: CancellationMark
    ) {
        self.email = email
        self.server = server
        self.timeouts = timeouts
        self.isCancelled = isCancelled
        message = Array(MIMEMessage(email: email, encoding: .base64).text.utf8)
    }

    /// Delivers the email. `report` is called once, before `QUIT`, because libcurl waits two minutes for its reply.
    func run(_ report: (Result<Void, EmailTransportError>) -> Void) {
        // Addresses were validated earlier; a line ending would start another SMTP command.
        guard [email.recipient, email.from.address].allSatisfy({ EmailAddress($0)?.text == $0.lowercased() }) else {
            return report(.failure(.rejected(code: 0, address: true)))
        }
        guard let handle = curl_easy_init() else { return report(.failure(.unreachable(reason: "out of memory"))) }
        self.handle = handle
        defer {
            self.handle = nil
            curl_easy_cleanup(handle)
        }
        let recipients = curl_slist_append(nil, "<\(email.recipient)>")
        defer { curl_slist_free_all(recipients) }
        guard recipients != nil else { return report(.failure(.unreachable(reason: "out of memory"))) }
        // A missing option would make the connection less secure.
        guard configure(handle, recipients) else {
            return report(.failure(.misconfigured(reason: "libcurl is too old; update it")))
        }
        let code = curl_easy_perform(handle)
        var replyCode = 0
        _ = latchkey_curl_response_code(handle, &replyCode)
        let error =
            code == CURLE_OK
            ? nil
            : SMTPOutcome(
                code: code, reply: SMTPReply(code: replyCode, line: rejection), stage: stage, hasReplied: hasReplied,
                overdue: isOverdue ? awaited.reply : nil
            ).error
        report(error.map(Result.failure) ?? .success(()))
    }

    private func configure(_ handle: UnsafeMutableRawPointer, _ recipients: UnsafeMutablePointer<curl_slist>?) -> Bool {
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_UPLOAD, 1), (CURLOPT_NOPROGRESS, 0), (CURLOPT_VERBOSE, 1),
            (CURLOPT_CONNECTTIMEOUT_MS, Int(timeouts.connect.milliseconds)),
            // In seconds. This type's deadlines are shorter.
            (CURLOPT_SERVER_RESPONSE_TIMEOUT, Int(max(timeouts.reply, timeouts.end).milliseconds / 1000) + 60),
            (CURLOPT_USE_SSL, Int((server.security == .none ? CURLUSESSL_NONE : CURLUSESSL_ALL).rawValue)),
            (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
            (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
        ]
        var texts: [(CURLoption, String)] = [
            (CURLOPT_URL, server.url), (CURLOPT_MAIL_FROM, "<\(email.from.address)>"),
            // Empty: no proxy from the environment.
            (CURLOPT_PROXY, ""),
        ]
        if let login = server.login {
            texts += [(CURLOPT_USERNAME, login.user), (CURLOPT_PASSWORD, login.password)]
        }
        if let file = server.caFile { texts.append((CURLOPT_CAINFO, file)) }
        let own = Unmanaged.passUnretained(self).toOpaque()
        return numbers.allSatisfy { latchkey_curl_set_number(handle, $0, $1) == CURLE_OK }
            && texts.allSatisfy { latchkey_curl_set_text(handle, $0, $1) == CURLE_OK }
            // Otherwise the system's certificates would be trusted in addition to the file.
            && (server.caFile == nil || latchkey_curl_set_text(handle, CURLOPT_CAPATH, nil) == CURLE_OK)
            && latchkey_curl_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(message.count)) == CURLE_OK
            && latchkey_curl_set_list(handle, CURLOPT_MAIL_RCPT, recipients) == CURLE_OK
            && latchkey_curl_set_reader(handle, Self.read, own) == CURLE_OK
            && latchkey_curl_set_progress(handle, Self.progress, own) == CURLE_OK
            && latchkey_curl_set_debug(handle, Self.debug, own) == CURLE_OK
    }

    // libcurl calls these three only within curl_easy_perform in run(), where self lives.

    private static let read: curl_read_callback = { buffer, size, count, context in
        guard let buffer, let context else { return Int(CURL_READFUNC_ABORT) }
        let delivery = Unmanaged<SMTPDelivery>.fromOpaque(context).takeUnretainedValue()
        let length = min(size * count, delivery.message.count - delivery.position)
        delivery.message.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, length > 0 else { return }
            buffer.withMemoryRebound(to: UInt8.self, capacity: length) { target in
                UnsafeMutableRawPointer(target).copyMemory(from: start + delivery.position, byteCount: length)
            }
        }
        delivery.position += length
        let isWhole = delivery.position == delivery.message.count
        delivery.expect(isWhole ? "final reply" : "reply to DATA", at: isWhole ? .end : .body)
        return length
    }

    /// Called at least once a second; any result but 0 aborts.
    private static let progress: curl_xferinfo_callback = { context, _, _, _, _ in
        guard let context else { return 1 }
        return Unmanaged<SMTPDelivery>.fromOpaque(context).takeUnretainedValue().mayGoOn() ? 0 : 1
    }

    private func mayGoOn() -> Bool {
        if stage == .connection, let handle, latchkey_curl_is_connected(handle) {
            // libcurl counts the greeting as part of the connection.
            let limit = Int((timeouts.reply * 10).milliseconds)
            guard latchkey_curl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, limit) == CURLE_OK else { return false }
            expect("greeting", at: .greeting)
        }
        let limit = isLeaving ? timeouts.connect : timeouts.limit(of: stage)
        // libcurl ends a connection that is not established in time.
        isOverdue = stage != .connection && ContinuousClock.now - awaited.since >= limit
        return !isOverdue && !isCancelled.isSet
    }

    private func expect(_ reply: String, at stage: Stage) {
        awaited = (reply, .now)
        self.stage = stage
    }

    /// Records the last command, and the last line that rejected one. A rejected sender concerns the operator, a
    /// rejected recipient does not, and libcurl reports the same error for both.
    private static let debug: curl_debug_callback = { _, kind, text, length, context in
        guard let text, let context, length >= 4 else { return 0 }
        let delivery = Unmanaged<SMTPDelivery>.fromOpaque(context).takeUnretainedValue()
        if kind == CURLINFO_HEADER_IN {
            let line = String(decoding: UnsafeRawBufferPointer(start: text, count: min(length, 64)), as: UTF8.self)
            if line.hasPrefix("4") || line.hasPrefix("5") { delivery.rejection = line }
            delivery.hasReplied = true
        }
        guard kind == CURLINFO_HEADER_OUT else { return 0 }
        switch String(decoding: UnsafeRawBufferPointer(start: text, count: 4), as: UTF8.self) {
        case "MAIL": delivery.expect("reply to MAIL", at: .sender)
        case "RCPT": delivery.expect("reply to RCPT", at: .recipient)
        case "DATA": delivery.expect("reply to DATA", at: .body)
        case "QUIT":
            delivery.isLeaving = true
            delivery.awaited.since = .now
        // EHLO, STARTTLS, AUTH and the secret after it.
        default: delivery.expect("reply to EHLO, STARTTLS or AUTH", at: .greeting)
        }
        return 0
    }
}
