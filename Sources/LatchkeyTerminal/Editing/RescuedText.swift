internal import Crypto
internal import Foundation

/// A text that an editor has saved under another name when its terminal closed or it crashed.
struct RescuedText: Equatable, Sendable {
    /// The same for the same file of the same edit. Stored as a draft under it, the text is stored once.
    let id: UUID
    let text: String

    /// Whether editors save such texts under the name: nano (`note.txt.save`, `note.txt.save.1`), emacs (`#note.txt#`),
    /// joe (`DEADJOE`). Backups and swap files contain an earlier text, or none.
    static func isName(_ name: String) -> Bool {
        name.hasPrefix(EditFolder.fileName + ".save") || name == "#\(EditFolder.fileName)#" || name == "DEADJOE"
    }

    init(name: String, text: String, edit: UUID) {
        let digest = SHA256.hash(data: Data("\(edit.uuidString)/\(name)".utf8))
        id = digest.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        self.text = text
    }
}

extension SafeFolder {
    /// Returns the rescued texts that differ from the file's text.
    func rescued(edit: UUID) throws(EditFolderError) -> [RescuedText] {
        let saved = try text(of: EditFolder.fileName)
        var rescued: [RescuedText] = []
        for name in try names().sorted() where RescuedText.isName(name) {
            guard let text = try text(of: name), text != saved else { continue }
            rescued.append(RescuedText(name: name, text: text, edit: edit))
        }
        return rescued
    }
}
