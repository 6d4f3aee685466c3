@testable import LatchkeyPostgres
import Testing
@testable import PostgresTestSupport

struct AddressTests {
    private func address(_ url: String, password: String = "") throws -> PostgresAddress {
        try PostgresAddress(url: url, password: PostgresPassword(password))
    }

    @Test func urlHostsAreParsedInOrder() throws {
        let address = try address("postgres://me@db1,db2:6000,[fd00::1]:7000/store")
        #expect(address.hosts.map(\.description) == ["db1:5432", "db2:6000", "[fd00::1]:7000"])
        #expect(address.user == "me")
        #expect(address.database == "store")
        #expect(try self.address("postgresql://me@db1,db2:6000/store").hosts.map(\.port) == [5432, 6000])
    }

    @Test func percentEncodedPartsAreDecoded() throws {
        #expect(try address("postgres://a%40b@localhost/my%20store").description == "a@b@localhost:5432/my store")
    }

    @Test(arguments: [
        ("mysql://me@db/store", PostgresAddressError.malformed), ("host=db user=me dbname=store", .malformed),
        ("postgres://me@db:x/store", .badPort), ("postgres://me@db:0/store", .badPort),
        ("postgres://me@db:65536/store", .badPort), ("postgres://me@a,b/store?port=1,2,3", .badPort),
        ("postgres://db/store", .incomplete("role")), ("postgres://me@db", .incomplete("database")),
        ("postgres://me@/store", .incomplete("host")), ("postgres://me@a,,b/store", .incomplete("host")),
        ("postgres://me:secret@db/store", .containsPassword),
        ("postgres://me@db/store?password=secret", .containsPassword),
        ("postgres://me@db/store?options=-c%20synchronous_commit%3Doff", .unknownParameter("options")),
        ("postgres://me@db/store?hostaddr=10.0.0.1", .unknownParameter("hostaddr")),
        ("postgres://me@db/store?service=x", .unknownParameter("service")),
        ("postgres://me@db/store?sslmode=require", .unencrypted),
        ("postgres://me@db/store?sslmode=disable", .unencrypted),
        ("postgres://me@localhost/store?sslmode=prefer", .unencrypted),
        ("postgres://me@127.0.0.1,db/store?sslmode=disable", .unencrypted),
    ])
    func invalidAddressIsRejectedWithItsReason(_ url: String, _ reason: PostgresAddressError) {
        #expect(throws: reason) { try address(url) }
    }

    @Test func errorMessagesDoNotContainTheURLPassword() {
        for url in ["postgres://me:secret@db:x/store", "postgres://me:secret@db/store%zz", "postgres://me:secret@["] {
            #expect { try address(url) } throws: {
                !"\($0)".contains("secret") && !String(reflecting: $0).contains("secret")
            }
        }
    }

    @Test(arguments: [
        ("postgres://me@db/store", true), ("postgres://me@127.0.0.1,db/store", true),
        ("postgres://me@128.0.0.1/store", true), ("postgres://me@127.0.0.1.example/store", true),
        ("postgres://me@[::2]/store", true), ("postgres://me@localhost.example/store", true),
        ("postgres://me@127.0.0.1/store", false), ("postgres://me@127.9.8.7/store", false),
        ("postgres://me@localhost/store", false), ("postgres://me@[::1]/store", false),
        ("postgres://me@%2Frun%2Fpostgresql/store", false), ("postgres://me@localhost/store?sslmode=disable", false),
        ("postgres://me@localhost/store?sslmode=verify-full", true),
    ])
    func remoteServerRequiresAVerifiedCertificate(_ url: String, _ isEncrypted: Bool) throws {
        let settings = PostgresSettings(address: try address(url, password: "x"))
        let host = settings.address.hosts[0]
        let parameters = Dictionary(uniqueKeysWithValues: settings.parameters(host: host, numeric: nil))
        #expect(parameters["sslmode"] == (isEncrypted ? "verify-full" : "disable"))
        #expect(parameters["channel_binding"] == (isEncrypted ? "require" : "disable"))
        #expect(parameters["target_session_attrs"] == "read-write")
        #expect(parameters["tcp_user_timeout"] == "3000")
        #expect(parameters["connect_timeout"] == "2")
    }

    @Test func passwordIsRedactedFromDescriptions() throws {
        let address = try address("postgres://me@db/store", password: "secret")
        let settings = PostgresSettings(address: address)
        var dumped = ""
        dump(settings, to: &dumped)
        for text in [dumped, "\(address)", "\(settings)", String(reflecting: settings), String(reflecting: address)] {
            #expect(!text.contains("secret"))
        }
        let host = address.hosts[0]
        #expect(settings.parameters(host: host, numeric: nil).contains { $0 == ("password", "secret") })
    }

    @Test func emptyPasswordOrPasswordWithNULIsRejected() {
        #expect(PostgresPassword("") == nil)
        #expect(PostgresPassword("a\0b") == nil)
    }

    @Test func preferredHostComesFirstAndTheOthersRotate() throws {
        let address = try PostgresAddress(url: "postgres://u@a,b:1,c/d?sslrootcert=x", password: nil)
        let preferring = address.preferring(address.hosts[1])
        #expect(preferring.hosts.map(\.name) == ["b", "c", "a"])
        #expect(preferring.isEncrypted && preferring.preferring(address.hosts[0]).hosts == address.hosts)
        #expect(address.only(address.hosts[2]).hosts == [address.hosts[2]])
    }
}
