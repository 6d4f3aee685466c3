import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

extension Flows {
    /// A role that serves, and one that may change the schema.
    @Suite(.enabled(if: TestStore.current == .postgres, "about PostgreSQL alone"))
    struct MigrateTests {
        private static let never = ["LATCHKEY_DATABASE_MIGRATE": "never"]

        @Test("ASVS-13.2.2 a role without DDL serves after another role migrated")
        func aRoleWithoutDDLServesAfterAnotherRoleMigrated() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let database = try FlowPostgres.database(of: data.folder.path)
                #expect(try await data.run(["migrate"]).status == 0)
                let settings = try Self.servingRole(of: database).merging(Self.never) { $1 }
                try await ServerUnderTest.run(on: data, .init(settings: settings)) { server in
                    let session = try await server.signInWithPasscode()
                    let wrong = try await server.verify(ServerUnderTest.wrongPasscode, bearer: session.accessToken)
                    #expect(wrong.problem == "incorrect-passcode")
                    let right = try await server.verify(ServerUnderTest.passcode, bearer: session.accessToken)
                    let unlocked = try right.session()
                    #expect(try await server.get("/health/ready").status == 200)
                    let activity = try await server.get("/api/auth/activity", bearer: unlocked.accessToken)
                    #expect(activity.status == 200)
                    for command in [
                        ["users", "add", "bob@example.com"], ["users", "list"], ["users", "remove", "bob@example.com"],
                        ["rewrap-keys"], ["after-restore", "--require-reset"], ["migrate"],
                    ] {
                        let result = try await data.run(command, settings: settings)
                        #expect(result.status == 0, "\(command) \(result.errors)")
                    }
                    try await waitUntil("service") { try await server.get("/health/ready").status == 200 }
                    #expect(!server.process.errors.contains("42501"), "\(server.process.errors)")
                    #expect(!server.process.errors.contains("sweeper stopped"), "\(server.process.errors)")
                }
                #expect(throws: Command.Failure.self) {
                    try database.query("SET ROLE \(database.name)_serves; CREATE TABLE more (id bigint)")
                }
            }
        }

        @Test func serverWithoutAutomaticMigrationRequiresACurrentSchema() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let database = try FlowPostgres.database(of: data.folder.path)
                let process = try ServerUnderTest.launch(on: data, .init(settings: Self.never))
                let exit = try? await process.exit()
                await process.kill9()
                #expect(exit?.status == 2)
                #expect(process.errors.hasPrefix("latchkey-server: LATCHKEY_DATABASE_MIGRATE: "), "\(process.errors)")
                #expect(try database.query("SELECT to_regclass('users') IS NULL") == "t")
                // Regardless of the setting, because it is the command's purpose.
                #expect(try await data.run(["migrate"], settings: Self.never).status == 0)
                try database.query("INSERT INTO schema_migrations (name) VALUES ('OfANewerServer')")
                try await ServerUnderTest.run(on: data, .init(settings: Self.never)) { server in
                    _ = try await server.signInWithPasscode()
                }
            }
        }

        /// Creates the role like the guide, and returns its servers' settings.
        private static func servingRole(of database: TestDatabase) throws -> [String: String] {
            let role = database.name + "_serves"
            try database.query(
                """
                CREATE ROLE \(role) LOGIN IN ROLE pg_read_all_stats;
                GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO \(role)
                """)
            return ["LATCHKEY_DATABASE_URL": database.cluster.url(database: database.name, user: role)]
        }
    }
}
