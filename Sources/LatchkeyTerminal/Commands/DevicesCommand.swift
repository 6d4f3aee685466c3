internal import ArgumentParser
internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyProgram
internal import LatchkeySession
internal import LatchkeyUI
internal import TerminalKit

/// `latchkey devices`: lists the account's devices whose notes require the server, or shuts one.
struct DevicesCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List the devices that the server can shut, or shut a lost one.",
        discussion: """
            A shut device requires a new sign-in: no passcode opens its notes, even from a copy of its disk. Devices \
            whose notes open without the server are not listed.
            """)

    @OptionGroup var global: GlobalOptions
    @Flag(help: "Print JSON.") var json = false
    @Option(help: ArgumentHelp("Shut the device with this ID, after prompting for the passcode.", valueName: "id"))
    var shut: String?

    private struct Entry: Encodable {
        let id: String
        let name: String?
        let created: Date
        let lastUsed: Date?
    }

    func perform() async throws {
        try await UnlockedNotes.use(server: global.server) { notes in
            let devices = try await notes.session.devices()
            if let shut { return try await notes.shut(try Self.find(shut, in: devices, notes.texts)) }
            if json {
                let entries = devices.map {
                    Entry(id: $0.id, name: $0.deviceName, created: $0.createdAt, lastUsed: $0.lastUsedAt)
                }
                return try StandardStream.output.write(try JSONOutput.text(of: entries))
            }
            for device in devices { try StandardStream.output.write(Self.line(device, notes.texts)) }
        }
    }

    static func line(_ device: UnlockKeyList.UnlockKey, _ texts: TerminalTexts) -> String {
        let name = CleanText.line(device.deviceName ?? texts[ScreenText.unnamedDevice])
        return "\(device.id.prefix(8))  \((device.lastUsedAt ?? device.createdAt).shown)  \(name)"
    }

    /// Returns the device whose identifier has this prefix.
    static func find(
        _ beginning: String, in devices: [UnlockKeyList.UnlockKey], _ texts: TerminalTexts
    ) throws(CommandFailure) -> UnlockKeyList.UnlockKey {
        let found = devices.filter { !beginning.isEmpty && $0.id.hasPrefix(beginning.lowercased()) }
        guard found.count == 1, let device = found.first else {
            let text = texts[.noSuchDevice].replacing("{id}", with: beginning)
            throw CommandFailure(status: .noSuchNote, text: text)
        }
        return device
    }
}
