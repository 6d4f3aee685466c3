import Foundation
import Testing

@testable import LatchkeyServer

/// The checks of a command before it serves.
@Suite struct ServerProcessTests {
    @Test(arguments: [("0", false), ("1", true)])
    func clockOffsetFileWorksOnlyInDevelopment(_ development: String, _ moves: Bool) throws {
        let process = try ServerProcess(environment: ["LATCHKEY_DEV": development])
        #expect(process.clock is DevelopmentWallClock == moves)
    }

    @Test func keysAreNotGeneratedForAnExistingDatabase() async throws {
        try await ScratchFolder.with { scratch in
            let process = try ServerProcess(environment: ["LATCHKEY_DATA_DIR": scratch.path])
            let error = #expect(throws: SettingError.self) { try process.loadKeys(mustExist: true) }
            #expect(error?.isAbout(\.secretKeys) == true)
            #expect(!FileManager.default.fileExists(atPath: process.settings.secretKeysFile.path))
            _ = try process.loadKeys(mustExist: false)
            #expect(throws: Never.self) { try process.loadKeys(mustExist: true) }
        }
    }

    @Test(arguments: [
        MoveMark.moved(target: "db.example"), .moving(id: "1", target: "db.example", record: "v1.k1"),
    ])
    func noCommandOpensAMovedOrMovingDatabase(_ mark: MoveMark) async throws {
        try await ScratchFolder.with { scratch in
            let process = try ServerProcess(environment: ["LATCHKEY_DATA_DIR": scratch.path])
            let store = try await process.openStore(.made)
            try await store.write(on: .rows) { try $0.keyCheck.insert(mark.text) }
            for need in [.served, .made, .migrated, .updated, .asItIs, .examined]
                as [ServerProcess.DatabaseRequirement]
            {
                let error = await #expect(throws: SettingError.self) { try await process.openStore(need) }
                #expect(error?.isAbout(\.databaseURL) == true, "\(need)")
            }
        }
    }
}
