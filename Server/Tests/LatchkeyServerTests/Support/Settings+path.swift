import Foundation

@testable import LatchkeyServer

extension Settings {
    /// The path of the database file. With PostgreSQL, the unused path identifies the database.
    var databasePath: String {
        if case .sqlite(let path) = database { return path }
        return self.dataDirectory.appending(path: "latchkey.sqlite").path
    }
}
