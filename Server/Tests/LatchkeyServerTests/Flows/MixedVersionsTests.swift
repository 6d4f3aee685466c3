import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

extension Flows {
    /// A server next to a newer one, which has extended the schema and writes unknown values.
    @Suite(.enabled(if: TestStore.current == .postgres, "about PostgreSQL alone"))
    struct MixedVersionsTests {
        @Test("V1 V8 a newer server migrates while an older one serves")
        func aNewerServerMigratesWhileAnOlderOneServes() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let database = try FlowPostgres.database(of: data.folder.path)
                let newer = ServerUnderTest.Start(settings: NewerSchema.role(of: database))
                let guessed = try await ServerUnderTest.run(on: data) { older in
                    let load = try await VersionLoad(on: older)
                    try await load.run(on: [older]) {
                        try await load.waitForResponses()
                        try await NewerSchema.add(to: database)
                        try await load.waitForResponses()
                    }
                    try await ServerUnderTest.run(on: data, newer) { newer in
                        try await load.run(on: [older, newer]) {
                            try await load.waitForResponses()
                            try NewerSchema.writeWords(in: database)
                            try await load.waitForResponses()
                            // Unknown emails are queued before and after this one.
                            _ = try await older.signIn("late@example.com")
                        }
                        _ = try await older.terminate()
                        try await ServerUnderTest.run(on: data) { older in
                            try await load.run(on: [older, newer]) { try await load.waitForResponses() }
                        }
                    }
                    return load
                }
                try guessed.check(data.probe())
                try NewerSchema.expectUse(of: database)
            }
        }
    }
}
