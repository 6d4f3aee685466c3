public import Foundation

/// The reason that the terminal cannot be used.
public enum TerminalError: Error, Hashable, Sendable {
    /// This process has no terminal, for example because a service started it.
    case noTerminal
    /// Another job owns the terminal: this process is in the background.
    case inBackground
    /// A system call failed with this `errno`.
    case systemError(Int32)
}

extension TerminalError: LocalizedError {
    /// The reason in English, for logs.
    public var errorDescription: String? {
        switch self {
        case .noTerminal: "A terminal is required."
        case .inBackground: "The process is in the background of its terminal."
        case .systemError(let code): "The terminal cannot be used: \(String(cString: strerror(code)))."
        }
    }
}
