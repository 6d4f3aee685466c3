import CCurl
import Foundation
import HTTPTypes

/// One request and its response, on one thread.
final class HTTPExchange {
    private let request: HTTPClientRequest
    private let timeout: Duration
    private let maximumBody: Int
    private let outcome: HTTPOutcome
    private var headers = HTTPFields()
    private var body = Data()
    private var isTooLarge = false

    init(
        _ request: HTTPClientRequest, timeout: Duration, maximumBody: Int, _ outcome: HTTPOutcome
    ) {
        self.request = request
        self.timeout = timeout
        self.maximumBody = maximumBody
        self.outcome = outcome
    }

    func run() -> Result<HTTPClientResponse, HTTPClientError> {
        guard let handle = curl_easy_init() else { return .failure(.failed(reason: "out of memory")) }
        defer { curl_easy_cleanup(handle) }
        // Without an empty Expect header, libcurl waits up to a second for permission to send a large body.
        let lines = request.headers.map { "\($0.name.rawName): \($0.value)" } + ["Expect:"]
        var list: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(list) }
        for line in lines {
            guard let longer = curl_slist_append(list, line) else {
                return .failure(.failed(reason: "out of memory"))
            }
            list = longer
        }
        // Without one of the options, the connection would be less secure.
        guard configure(handle, list) else { return .failure(.failed(reason: "libcurl is too old; update it")) }
        let code = curl_easy_perform(handle)
        if isTooLarge { return .failure(.tooLarge) }
        switch code {
        case CURLE_OK:
            var status = 0
            _ = latchkey_curl_response_code(handle, &status)
            return .success(HTTPClientResponse(status: status, headers: headers, body: body))
        case CURLE_OPERATION_TIMEDOUT: return .failure(.timedOut)
        case CURLE_ABORTED_BY_CALLBACK: return .failure(.cancelled)
        default: return .failure(.failed(reason: String(cString: curl_easy_strerror(code))))
        }
    }

    private func configure(_ handle: UnsafeMutableRawPointer, _ list: UnsafeMutablePointer<curl_slist>?) -> Bool {
        var numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_NOPROGRESS, 0), (CURLOPT_FORBID_REUSE, 1),
            (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)), (CURLOPT_FOLLOWLOCATION, 0),
            (CURLOPT_CONNECTTIMEOUT_MS, 10_000),
            (CURLOPT_TIMEOUT_MS, max(1, Int(clamping: Int64(timeout / .milliseconds(1))))),
            (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
            (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
        ]
        if request.method == .head { numbers.append((CURLOPT_NOBODY, 1)) }
        // An empty proxy disables proxies from the environment.
        let texts = [(CURLOPT_URL, request.url), (CURLOPT_PROXY, ""), (CURLOPT_CUSTOMREQUEST, request.method.rawValue)]
        let own = Unmanaged.passUnretained(self).toOpaque()
        return numbers.allSatisfy { latchkey_curl_set_number(handle, $0, $1) == CURLE_OK }
            && texts.allSatisfy { latchkey_curl_set_text(handle, $0, $1) == CURLE_OK }
            && latchkey_curl_set_list(handle, CURLOPT_HTTPHEADER, list) == CURLE_OK
            && (request.body.map { set(body: $0, handle) } ?? true)
            && latchkey_curl_set_writer(handle, Self.write, own) == CURLE_OK
            && latchkey_curl_set_header_reader(handle, Self.readHeader, own) == CURLE_OK
            && latchkey_curl_set_progress(handle, Self.progress, own) == CURLE_OK
    }

    /// Sets the body, which libcurl copies. An empty body also requires a pointer, from which nothing is read.
    private func set(body: Data, _ handle: UnsafeMutableRawPointer) -> Bool {
        body.withUnsafeBytes { bytes in
            latchkey_curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count)) == CURLE_OK
                && latchkey_curl_copy_body(handle, bytes.baseAddress ?? UnsafeRawPointer(handle)) == CURLE_OK
        }
    }

    // libcurl calls these three functions only during curl_easy_perform in run(), while self is alive.

    private static let write: curl_write_callback = { text, size, count, context in
        guard let text, let context else { return 0 }
        let exchange = Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
        let length = size * count
        guard exchange.body.count + length <= exchange.maximumBody else {
            exchange.isTooLarge = true
            return 0
        }
        exchange.body.append(UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: length)
        return length
    }

    private static let readHeader: curl_write_callback = { text, size, count, context in
        guard let text, let context else { return 0 }
        let length = size * count
        let line = String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
        Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue().read(headerLine: line)
        return length
    }

    private func read(headerLine line: String) {
        // An informational response may precede the final one (RFC 9110, 15.2).
        if line.hasPrefix("HTTP/") { headers = HTTPFields() }
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { return }
        headers.append(HTTPField(name: name, value: parts[1].trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// libcurl calls it at least once a second. Any result except 0 aborts the request.
    private static let progress: curl_xferinfo_callback = { context, _, _, _, _ in
        guard let context else { return 1 }
        return Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue().outcome.isSet ? 1 : 0
    }
}
