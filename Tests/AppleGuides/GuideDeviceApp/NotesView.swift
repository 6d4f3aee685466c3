import LatchkeyUI
import SwiftUI

struct NotesView: View {
    let notes: Notes
    @State private var text = ""
    @State private var isErasing = false

    var body: some View {
        List {
            if let all = notes.all {
                // Two notes may say the same.
                ForEach(Array(all.enumerated()), id: \.offset) { Text(verbatim: $0.element) }
                // After an error the text stays, to be tried again.
                TextField("New note", text: $text).onSubmit { if notes.add(text) { text = "" } }
            }
            if let problem = notes.problem { Text(verbatim: problem) }
            if notes.isOfAnotherVault { Button("Delete them", role: .destructive) { isErasing = true } }
        }
        .alert(Text("Delete the stored notes for good?"), isPresented: $isErasing) {
            Button("Delete", role: .destructive) { eraseAndBegin() }
            Button("Keep", role: .cancel) {}
        } message: {
            Text("Nothing can bring them back.")
        }
        // The first passcode makes the key, and does not close or open the lock.
        .onChange(of: notes.lock.protection, initial: true) { notes.load() }
    }

    private func eraseAndBegin() {
        notes.erase()
        notes.load()
    }
}
