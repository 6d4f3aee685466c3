internal import Dispatch
internal import Foundation

/// The person's editor.
struct Editor: Sendable {
    /// How it ended.
    enum Outcome: Sendable, Equatable {
        /// As if all was well.
        case saved
        /// With this status, or by this signal if it is negative: what was written may be half done, and is kept.
        case failed(Int32)
    }

    /// A shell's words: `vi`, `code --wait`, `emacsclient -t`.
    let command: String

    /// `VISUAL`, else `EDITOR`, else `vi`, as POSIX has it for programs of a terminal.
    init(environment: [String: String]) {
        let named = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty }
        command = named ?? "vi"
    }

    /// Opens the file and waits until the editor has ended. It gets the terminal as it is.
    ///
    /// - Parameter started: Gets the process, so that it can be told that the terminal goes.
    func open(_ file: URL, started: @escaping @Sendable (pid_t) -> Void) async throws -> Outcome {
        let identifier = try spawn(file)
        started(identifier)
        return await withCheckedContinuation { continuation in
            // A person may write for an hour: not on one of the few threads that tasks share.
            Thread.detachNewThread { continuation.resume(returning: Self.wait(for: identifier)) }
        }
    }

    /// Through the shell, which knows how to read the words. The file is an argument of its own, whatever its name is.
    ///
    /// In this process group: another one would not be given the terminal.
    private func spawn(_ file: URL) throws -> pid_t {
        let words = ["/bin/sh", "-c", command + " \"$1\"", "sh", file.path]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var identifier = pid_t()
        let code = posix_spawn(&identifier, "/bin/sh", nil, &attributes, &arguments, environ)
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .ENOEXEC) }
        return identifier
    }

    private static func wait(for identifier: pid_t) -> Outcome {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 {
            guard errno == EINTR else { return .failed(-1) }
        }
        let signal = status & 0x7F
        guard signal == 0 else { return .failed(-signal) }
        let code = (status >> 8) & 0xFF
        return code == 0 ? .saved : .failed(code)
    }
}
