import Foundation
import Testing

@testable import LatchkeyPostgres
@testable import PostgresTestSupport

/// A server with TLS on the loopback interface, where `sslmode=verify-full` has the same requirements as elsewhere.
@Suite(
    .serialized,
    .enabled(
        if: PostgresPrograms.areInstalled && TestCertificates.openssl != nil, "PostgreSQL or openssl is not installed"))
struct EncryptionTests {
    private static let password = "correct horse"
    private static let isEncrypted = PostgresStatement("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")

    private struct Servers {
        let folder: TemporaryFolder
        let certificates: TestCertificates
        let good: TestCluster
        let expired: TestCluster
    }

    private static let servers = Result {
        let folder = try TemporaryFolder()
        let certificates = try TestCertificates(in: folder.path)
        func server(_ name: String, isExpired: Bool) throws -> TestCluster {
            let (certificate, key) = try certificates.make(name, host: "localhost", isExpired: isExpired)
            let cluster = try TestCluster(
                ["ssl = on", "ssl_cert_file = '\(certificate)'", "ssl_key_file = '\(key)'"],
                access: ["hostssl all secured 127.0.0.1/32 scram-sha-256", "host all secured 127.0.0.1/32 reject"])
            try cluster.query("CREATE ROLE secured LOGIN PASSWORD '\(Self.password)'")
            return cluster
        }
        return try Servers(
            folder: folder, certificates: certificates, good: server("good", isExpired: false),
            expired: server("expired", isExpired: true))
    }

    private func open(
        _ cluster: TestCluster, user: String = "secured", host: String = "localhost", password: String? = password,
        authority: String? = nil
    ) throws -> PostgresConnection {
        let authority = try authority ?? Self.servers.get().certificates.authority
        let url = "postgres://\(user)@\(host):\(cluster.port)/postgres?sslmode=verify-full&sslrootcert=\(authority)"
        let address = try PostgresAddress(url: url, password: password.flatMap { PostgresPassword($0) })
        return try PostgresConnection.open(PostgresSettings(address: address).ample)
    }

    /// Returns the connection failure of the work.
    private func failure(_ work: () throws -> PostgresConnection) throws -> ConnectionFailure {
        do {
            _ = try work()
        } catch let failure as ConnectionFailure {
            return failure
        }
        throw Command.Failure(command: ["open"], output: "connected")
    }

    @Test func connectionToAVerifiedServerIsEncrypted() throws {
        let connection = try open(Self.servers.get().good)
        #expect(try connection.exchange([Self.isEncrypted()], until: .in(.ample))[0].first?.value(0) == true)
    }

    @Test("ASVS-12.3.2 ASVS-12.3.4 a certificate of another authority is rejected")
    func aCertificateOfAnotherAuthorityIsRejected() throws {
        let folder = try TemporaryFolder()
        let other = try TestCertificates(in: folder.path)
        let failure = try failure { try open(Self.servers.get().good, authority: other.authority) }
        #expect(failure.message.contains("certificate verify failed"))
    }

    @Test("ASVS-12.3.2 a certificate for another name is rejected")
    func aCertificateForAnotherNameIsRejected() throws {
        let failure = try failure { try open(Self.servers.get().good, host: "127.0.0.1") }
        #expect(failure.message.contains("does not match host name"))
    }

    @Test func expiredCertificateIsRejected() throws {
        let failure = try failure { try open(Self.servers.get().expired) }
        #expect(failure.message.contains("certificate verify failed"))
    }

    @Test("ASVS-12.3.1 a connection to a server without TLS fails")
    func aConnectionToAServerWithoutTLSFails() throws {
        let failure = try failure { try open(TestDatabase.server.get()) }
        #expect(failure.message.contains("does not support SSL"))
    }

    @Test("ASVS-12.3.5 a server without channel binding is rejected")
    func aServerWithoutChannelBindingIsRejected() throws {
        let failure = try failure { try open(Self.servers.get().good, user: "latchkey") }
        #expect(failure.message.contains("channel binding"))
    }

    @Test func wrongPasswordIsAPermanentErrorAndNotShown() throws {
        let failure = try failure { try open(Self.servers.get().good, password: "wrong battery") }
        #expect(failure.state == .invalidPassword)
        #expect(!failure.isTransient)
        #expect(!"\(failure)".contains("battery"))
    }

    @Test func missingPasswordIsAPermanentError() throws {
        let failure = try failure { try open(Self.servers.get().good, password: nil) }
        #expect(failure.state == .invalidPassword)
        #expect(!failure.isTransient)
    }

    @Test func onlyLocalConnectionsMayBeUnencrypted() {
        for address in ["127.0.0.1", "127.8.8.8", "::1", ""] {
            #expect(PostgresConnection.isPrivate(isEncrypted: false, address: address))
        }
        for address in ["128.0.0.1", "10.0.0.1", "::2", "fd00::1", "localhost"] {
            #expect(!PostgresConnection.isPrivate(isEncrypted: false, address: address))
            #expect(PostgresConnection.isPrivate(isEncrypted: true, address: address))
        }
    }

    @Test func unencryptedRemoteAddressIsRejectedBeforeConnecting() throws {
        let address = try PostgresAddress(url: "postgres://me@db.example/store?sslmode=verify-full", password: nil)
        #expect(address.isEncrypted)
        #expect(throws: PostgresAddressError.unencrypted) {
            try PostgresAddress(url: "postgres://me@db.example/store?sslmode=prefer", password: nil)
        }
    }
}
