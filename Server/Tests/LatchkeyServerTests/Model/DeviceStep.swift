/// A line of a device's trace: a step of `Server/Model/devices.pml`. `Server/Model/README.md` documents the format.
struct DeviceStep: Sendable, CustomStringConvertible {
    enum Action: Sendable {
        /// Key 0 is the device's first one, key 1 the one that replaces it.
        case begin(Int, key: Int, attempt: Int, input: Int)
        /// The attempt is counted, or the latest one repeated; otherwise rejected.
        case count(Int, isTaken: Bool)
        /// The count is lost with its server.
        case lose(Int)
        case evaluate(Int)
        /// The row is read again.
        case respond(Int, isGiven: Bool)
        case finish(Int)
        /// The device registers the key that replaces its first one.
        case register
        case shut
    }

    let description: String
    let action: Action

    init(line: String) throws {
        description = line
        guard let action = Self.action(line.split(separator: " ").map(String.init)) else {
            throw TracedStep.FormatError(description: "no step: \(line)")
        }
        self.action = action
    }

    private static func action(_ words: [String]) -> Action? {
        if words == ["shut"] { return .shut }
        if words == ["register"] { return .register }
        guard words.count > 1, let request = Int(words[1]) else { return nil }
        switch (words[0], words.dropFirst(2).joined(separator: " ")) {
        case ("begin", _):
            let numbers = words.compactMap { Int($0) }
            guard numbers.count == 4 else { return nil }
            return .begin(request, key: numbers[1], attempt: numbers[2], input: numbers[3])
        case ("count", "taken"): return .count(request, isTaken: true)
        case ("count", "rejected"): return .count(request, isTaken: false)
        case ("lose", ""): return .lose(request)
        case ("evaluate", ""): return .evaluate(request)
        case ("respond", "given"): return .respond(request, isGiven: true)
        case ("respond", "rejected"): return .respond(request, isGiven: false)
        case ("finish", ""): return .finish(request)
        default: return nil
        }
    }
}
