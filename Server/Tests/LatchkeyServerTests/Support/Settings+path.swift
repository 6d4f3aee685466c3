import Foundation

@testable import LatchkeyServer

extension Settings {
    /// The file of the database, of which a test looks at the inside; of a server on PostgreSQL, where it would be.
    var databasePath: String {
        if case .sqlite(let path) = database { return path }
        return self.dataDirectory.appending(path: "latchkey.sqlite").path
    }
}
