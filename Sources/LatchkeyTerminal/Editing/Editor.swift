internal import CProcess
internal import Dispatch
internal import Foundation
internal import TerminalKit

/// The user's editor: `$VISUAL`, `$EDITOR`, or `vi`, as a shell command.
///
/// It is started by posix_spawn(3). swift-subprocess (1.0.2) closes every descriptor of the child except the standard
/// ones, and on Linux has no hook to keep another. The editor must inherit the lock of its folder: otherwise the folder
/// would be swept while the editor outlives this process.
struct Editor: Sendable {
    /// The result of running the editor.
    enum Outcome: Hashable, Sendable {
        /// Success: the contents of the file are to be stored.
        case finished
        /// This exit status; 127 if there is no such program.
        case failed(Int32)
        /// A signal with this number.
        case killed(Int32)
    }

    private static let shell = "/bin/sh"
    /// The options of vim and its variants that prevent files outside the folder in memory. These are the swap file
    /// (`-n`), the registers of deleted and copied text (`-i NONE`), the undo file and backups. They apply after the
    /// user's own settings; see `:help starting` in vim.
    private static let vimOptions = "-n -i NONE -c 'silent! set noundofile nobackup nowritebackup'"

    private let environment: [String: String]
    /// The command line, without the file.
    let command: String

    init(environment: [String: String]) {
        self.environment = environment
        let command = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
        self.command = Self.isVim(command, path: environment["PATH"] ?? "") ? "\(command) \(Self.vimOptions)" : command
    }

    /// Whether a word of the command is vim, by its name or its link's target (Debian's `vi`): the first word, or one
    /// after `env` or `nice`.
    private static func isVim(_ command: String, path: String) -> Bool {
        ShellWords.split(command).contains { isVim(program: $0, path: path) }
    }

    private static func isVim(program: String, path: String) -> Bool {
        let folders = program.contains("/") ? [""] : path.split(separator: ":").map { $0 + "/" }
        guard let file = folders.map({ $0 + program }).first(where: { access($0, X_OK) == 0 }) else { return false }
        let target = URL(fileURLWithPath: file).resolvingSymlinksInPath().lastPathComponent
        return [URL(fileURLWithPath: file).lastPathComponent, target].contains {
            $0.hasPrefix("vim") || $0.hasPrefix("nvim")
        }
    }

    /// Edits the file in this process's terminal, and waits on a separate thread until the editor ends.
    ///
    /// Lend the terminal first. The editor is in the same process group, so it has the terminal, and Ctrl-Z stops both.
    /// While it runs, Ctrl-C and Ctrl-\ have no effect on this process. It inherits the descriptor `lock`. Throws the
    /// `errno` of a shell that cannot be started.
    func run(_ file: String, lock: Int32) async throws(TerminalError) -> Outcome {
        let (environment, command) = (environment, command)
        let result: Result<Outcome, TerminalError> = await withCheckedContinuation { continuation in
            DispatchQueue(label: "latchkey.editor").async {
                let arguments = [Self.shell, "-c", "\(command) \"$1\"", Self.shell, file]
                continuation.resume(returning: Self.runChild(arguments, environment, lock))
            }
        }
        return try result.get()
    }

    private static func runChild(
        _ arguments: [String], _ environment: [String: String], _ lock: Int32
    ) -> Result<Outcome, TerminalError> {
        // Like system(3): the keyboard's signals go to the whole group.
        let former = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, handler) in former { signal(number, handler) } }
        do {
            return .success(try wait(for: try spawn(arguments, environment, lock)))
        } catch {
            return .failure(error)
        }
    }

    private static func spawn(
        _ arguments: [String], _ environment: [String: String], _ lock: Int32
    ) throws(TerminalError) -> pid_t {
        var (attributes, actions) = (cprocess_blank_attributes(), cprocess_blank_actions())
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        // The editor would inherit ignored signals. No new group: it needs the terminal.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in [SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        // The copy with another number is not closed by `exec`.
        let copy: Int32 = lock == 3 ? 4 : 3
        posix_spawn_file_actions_adddup2(&actions, lock, copy)
        // Libraries open descriptors that are inherited, such as libcurl's connections.
        cprocess_close_from(&actions, copy + 1)
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in words + settings { free(word) } }
        var process = pid_t()
        let status = posix_spawn(&process, shell, &actions, &attributes, &words, &settings)
        guard status == 0 else { throw .systemError(status) }
        return process
    }

    private static func wait(for process: pid_t) throws(TerminalError) -> Outcome {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw .systemError(errno) }
        }
        let ending = status & 0x7F
        if ending != 0 { return .killed(ending) }
        let code = (status >> 8) & 0xFF
        return code == 0 ? .finished : .failed(code)
    }
}

extension Editor.Outcome {
    /// Returns a message for the user, or nil for success.
    func text(in texts: TerminalTexts) -> String? {
        let reason: String
        switch self {
        case .finished: return nil
        case .failed(let status): reason = texts[.exitStatus].replacing("{status}", with: String(status))
        case .killed(let signal): reason = texts[.signal].replacing("{number}", with: String(signal))
        }
        return texts[.editorFailed].replacing("{reason}", with: reason)
    }
}
