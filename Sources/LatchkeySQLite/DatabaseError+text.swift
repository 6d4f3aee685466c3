internal import GRDB

/// The code only: a message of SQLite can hold values.
func describe(_ error: any Error) -> String {
    guard let error = error as? DatabaseError else { return "\(type(of: error))" }
    return "\(error.extendedResultCode)"
}
