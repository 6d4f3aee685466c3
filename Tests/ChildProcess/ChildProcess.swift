public import CProcess
public import Foundation

/// A child process of a test, in its own process group, with its output by line.
public final class ChildProcess {
    /// A change of the process's state.
    public enum Change: Equatable, Sendable {
        case exited(Int32)
        case killed(by: Int32)
        case stopped(by: Int32)
    }

    public let identifier: pid_t
    private let output: Int32
    private var buffer: [UInt8] = []
    private var hasEnded = false
    /// The timeout of a wait for a line or a state change. After it, the process is killed.
    private static let limit = Duration.seconds(300)

    /// Starts the program of this module.
    public convenience init(_ arguments: [String]) throws {
        try self.init(Self.built("ChildProcess"), arguments)
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - arguments: The arguments after the program's name.
    ///   - environment: The complete environment; nil to inherit that of the tests.
    ///   - errors: The file for standard error; nil to inherit that of the tests.
    public init(
        _ program: URL, _ arguments: [String], environment: [String: String]? = nil, errors: URL? = nil
    ) throws {
        // Sets O_CLOEXEC at creation. Otherwise another child of the tests, such as an editor, could inherit the write
        // end and delay the end of the output.
        var ends: [Int32] = [-1, -1]
        try Self.check(cprocess_pipe(&ends) == 0)
        output = ends[0]
        defer { close(ends[1]) }
        var (actions, attributes) = (cprocess_blank_actions(), cprocess_blank_attributes())
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        if let errors {
            posix_spawn_file_actions_addopen(
                &actions, STDERR_FILENO, errors.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        }
        // Only a group whose parent is in the same session can be stopped with SIGTSTP. Unblocks all signals like a
        // shell, because this thread may block some.
        var blocked = sigset_t()
        sigemptyset(&blocked)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        posix_spawnattr_setpgroup(&attributes, 0)
        let pairs = environment?.map { "\($0)=\($1)" }
        var words: [UnsafeMutablePointer<CChar>?] = ([program.path] + arguments).map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = (pairs ?? []).map { strdup($0) } + [nil]
        defer { for text in words + settings { free(text) } }
        var process = pid_t()
        let status =
            pairs == nil
            ? posix_spawn(&process, program.path, &actions, &attributes, &words, environ)
            : posix_spawn(&process, program.path, &actions, &attributes, &words, &settings)
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .ENOEXEC) }
        identifier = process
    }

    deinit {
        if !hasEnded {
            kill(identifier, SIGKILL)
            var status: Int32 = 0
            waitpid(identifier, &status, 0)
        }
        close(output)
    }

    public func send(_ signal: Int32) { kill(identifier, signal) }

    /// Waits until the process stops or ends.
    public func waitForChange() throws -> Change {
        let end = DispatchWorkItem { [identifier] in kill(identifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.limit / .seconds(1), execute: end)
        defer { end.cancel() }
        var status: Int32 = 0
        while waitpid(identifier, &status, WUNTRACED) < 0 { try Self.check(errno == EINTR) }
        if status & 0xFF == 0x7F { return .stopped(by: (status >> 8) & 0xFF) }
        hasEnded = true
        return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(by: status & 0x7F)
    }

    /// Returns the next line; nil after the last line, or after a timeout that killed the process.
    public func nextLine() -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer.removeFirst(end + 1) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            var poller = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            if poll(&poller, 1, Int32(Self.limit / .milliseconds(1))) == 0 {
                // Does not read to the end: a descendant may keep the pipe open.
                send(SIGKILL)
                return nil
            }
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = read(output, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            buffer += chunk.prefix(count)
        }
    }

    /// Returns the lines already written, without waiting.
    public func linesSoFar() -> [String] {
        var lines: [String] = []
        var poller = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        while buffer.contains(UInt8(ascii: "\n")) || (poll(&poller, 1, 0) == 1 && poller.revents & Int16(POLLIN) != 0) {
            guard let line = nextLine() else { break }
            lines.append(line)
        }
        return lines
    }

    /// Returns the path of a program of this package: next to the tests, or some directories above on Apple's systems.
    public static func built(_ name: String) throws -> URL {
        var directory = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        while directory.path != "/" {
            directory.deleteLastPathComponent()
            let candidate = directory.appendingPathComponent(name)
            if access(candidate.path, X_OK) == 0 { return candidate }
        }
        throw POSIXError(.ENOENT)
    }

    private static func check(_ condition: Bool) throws {
        guard condition else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}
