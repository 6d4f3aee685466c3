internal import Foundation

/// The browser of this machine's desktop.
struct Browser: Sendable {
    private let program: String

    /// Returns nil if the user would not see it: over SSH, without a display, or without the program that opens
    /// addresses.
    init?(environment: [String: String]) {
        func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
        guard !isSet("SSH_CONNECTION"), !isSet("SSH_TTY"),
            !Self.needsDisplay || isSet("DISPLAY") || isSet("WAYLAND_DISPLAY"),
            let path = environment["PATH"]
        else { return nil }
        let files = path.split(separator: ":").map { "\($0)/\(Self.opener)" }
        guard let file = files.first(where: { access($0, X_OK) == 0 }) else { return nil }
        program = file
    }

    /// Opens the address. The browser gets neither this terminal nor its signals. Whether it opens is unknown, so the
    /// address is also shown.
    func open(_ address: String) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [address]
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
