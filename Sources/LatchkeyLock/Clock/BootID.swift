/// Finds the name of the system's present run.
protocol BootIDSource: Sendable {
    /// Returns the name, or nil when the system does not tell.
    func bootID() -> String?
}

extension BootIDSource {
    /// The name, or a made-up one that no other process shares: then delays start again after a relaunch, and still
    /// end.
    func bootIDOrProcessID(random: RandomBytes = .system) -> String {
        if let id = bootID(), !id.isEmpty, id.utf8.count <= 64 { return id }
        return "process-" + random(16).map { String($0, radix: 16) }.joined(separator: ".").prefix(48)
    }
}
