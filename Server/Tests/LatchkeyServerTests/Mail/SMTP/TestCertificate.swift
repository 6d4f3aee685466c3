import Foundation
import Testing

/// A self-signed certificate for a name and its key, created by openssl for a test.
struct TestCertificate: Sendable {
    let file: URL
    let key: URL

    init(for name: String = "localhost", in scratch: URL) async throws {
        let id = UUID().uuidString
        file = scratch.appending(path: "\(id).pem")
        key = scratch.appending(path: "\(id).key")
        let process = try ChildProcess(
            [
                try #require(ServerExecutable.installed("openssl")), "req", "-x509", "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-addext",
                "subjectAltName=DNS:\(name)", "-keyout", key.path, "-out", file.path,
            ], scratch: scratch)
        let exit = try await process.exit()
        try #require(exit.status == 0, "\(process.errors)")
    }
}
