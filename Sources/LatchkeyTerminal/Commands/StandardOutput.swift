internal import Foundation

/// The output of a command.
enum StandardOutput {
    /// Writes the text, and a line end if it has none. Throws when it cannot be written, because a disk is full for
    /// instance: a script must not take half of a result for the whole.
    static func write(_ text: String) throws(CommandFailure) {
        let line = text.hasSuffix("\n") ? text : text + "\n"
        do { try FileHandle.standardOutput.write(contentsOf: Data(line.utf8)) } catch {
            throw CommandFailure(status: .failed, text: "standard output: \(error.localizedDescription)")
        }
    }
}
