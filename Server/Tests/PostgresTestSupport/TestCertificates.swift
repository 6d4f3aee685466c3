import Foundation

/// A certificate authority of the tests, and its certificates.
struct TestCertificates {
    static let openssl = ["/usr/bin/openssl", "/opt/homebrew/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    let authority: String
    private let folder: String
    private let openssl: String

    /// - Parameter folder: The directory of the files.
    init(in folder: String) throws {
        self.folder = folder
        authority = folder + "/ca.crt"
        openssl = Self.openssl ?? ""
        try Command.run(
            [openssl, "req", "-x509"] + Self.newKey(folder + "/ca.key")
                + ["-out", authority, "-subj", "/CN=authority", "-days", "2"])
    }

    /// Creates a certificate for a host, and its key.
    func make(_ name: String, host: String, isExpired: Bool = false) throws -> (certificate: String, key: String) {
        let base = folder + "/" + name
        try Command.run(
            [openssl, "req"] + Self.newKey(base + ".key") + ["-out", base + ".csr", "-subj", "/CN=" + host])
        try "subjectAltName=DNS:\(host)\n".write(toFile: base + ".ext", atomically: false, encoding: .utf8)
        try Command.run([
            openssl, "x509", "-req", "-in", base + ".csr", "-CA", authority, "-CAkey", folder + "/ca.key",
            "-CAcreateserial", "-days", isExpired ? "-1" : "2", "-extfile", base + ".ext", "-out", base + ".crt",
        ])
        // The server requires a private key file.
        if let user = PostgresPrograms.user.flatMap({ getpwnam($0) }) {
            chown(base + ".key", user.pointee.pw_uid, user.pointee.pw_gid)
        }
        chmod(base + ".key", 0o600)
        return (base + ".crt", base + ".key")
    }

    private static func newKey(_ file: String) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", file]
    }
}
