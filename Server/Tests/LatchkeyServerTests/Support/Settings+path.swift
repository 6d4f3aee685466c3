import Foundation

@testable import LatchkeyServer

extension Settings {
    /// The file of the database, for its content; for PostgreSQL, where it would be.
    var databasePath: String {
        if case .sqlite(let path) = database { return path }
        return self.dataDirectory.appending(path: "latchkey.sqlite").path
    }
}
