import Foundation
import Testing

@testable import LatchkeyServer

// TLS, and the login that requires it.
extension Flows.SMTPTransportTests {
    @Test(
        "ASVS-12.3.4 STARTTLS and TLS encrypt login and email",
        arguments: ["starttls", "tls"])
    func starttlsAndTLSEncryptLoginAndEmail(security: String) async throws {
        try await ScratchFolder.with { scratch in
            let certificate = try await TestCertificate(in: scratch)
            let options = MailServerUnderTest.Options(
                security: security, certificate: certificate, login: ("ann@lock", "hunter 2"))
            try await MailServerUnderTest.run(options, in: scratch) { server in
                let transport = try transport(
                    server, security == "tls" ? "smtps" : "smtp", options: "?ca=\(certificate.file.path)",
                    login: "ann%40lock:hunter%202@")
                try await transport.send(email())
                #expect(try server.emails.count == 1)
                #expect(server.events.contains("AUTH"))
                #expect(server.events.last { $0.hasPrefix("EHLO") } == "EHLO tls [127.0.0.1]")
            }
        }
    }

    @Test func aWrongPasswordKeepsTheEmailForTheOperator() async throws {
        try await ScratchFolder.with { scratch in
            let certificate = try await TestCertificate(in: scratch)
            let options = MailServerUnderTest.Options(
                security: "starttls", certificate: certificate, login: ("ann", "right"))
            try await MailServerUnderTest.run(options, in: scratch) { server in
                for login in ["ann:wrong@", ""] {
                    let transport = try transport(
                        server, options: "?ca=\(certificate.file.path)", login: login)
                    let email = try email()
                    let error = await error { () async throws(EmailTransportError) in
                        try await transport.send(email)
                    }
                    #expect(error?.needsOperator == true, "\(String(describing: error))")
                    #expect(error.map { !"\($0)".contains("wrong") } == true)
                }
                #expect(try server.emails.isEmpty)
            }
        }
    }

    @Test(
        "ASVS-12.3.2 an invalid certificate gets neither password nor email",
        arguments: ["starttls", "tls"])
    func anInvalidCertificateGetsNeitherPasswordNorEmail(security: String) async throws {
        try await ScratchFolder.with { scratch in
            let certificate = try await TestCertificate(in: scratch)
            let other = try await TestCertificate(in: scratch)
            let foreign = try await TestCertificate(for: "mail.example", in: scratch)
            for (served, trusted) in [
                (certificate, other.file.path), (foreign, foreign.file.path), (certificate, ""),
            ] {
                let options = MailServerUnderTest.Options(
                    security: security, certificate: served, login: ("ann", "right"))
                try await MailServerUnderTest.run(options, in: scratch) { server in
                    let transport = try transport(
                        server, security == "tls" ? "smtps" : "smtp",
                        options: trusted.isEmpty ? "" : "?ca=\(trusted)", login: "ann:right@")
                    let email = try email()
                    let error = await error { () async throws(EmailTransportError) in
                        try await transport.send(email)
                    }
                    #expect(
                        error == .misconfigured(reason: "the server's certificate is not valid for its name"),
                        "\(served.file) \(trusted)")
                    #expect(!server.events.contains { !$0.hasPrefix("EHLO") }, "\(server.events)")
                }
            }
        }
    }

    @Test("ASVS-12.3.1 without STARTTLS nothing is sent")
    func withoutSTARTTLSNothingIsSent() async throws {
        try await ScratchFolder.with { scratch in
            try await MailServerUnderTest.run(
                MailServerUnderTest.Options(login: ("ann", "right")), in: scratch
            ) { server in
                let transport = try transport(server, options: "", login: "ann:right@")
                let email = try email()
                let error = await error { () async throws(EmailTransportError) in try await transport.send(email) }
                #expect(error == .misconfigured(reason: "the server does not offer STARTTLS"))
                #expect(!server.events.contains { !$0.hasPrefix("EHLO") }, "\(server.events)")
                #expect(try server.emails.isEmpty)
            }
        }
    }
}
