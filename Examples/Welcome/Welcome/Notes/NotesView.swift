import LatchkeyLock
import LatchkeyUI
import SwiftData
import SwiftUI

/// The notes, the field for a new one, and the link to the settings.
struct NotesView: View {
    private let lock: PasscodeService
    @Bindable private var onboarding: OnboardingModel
    @Bindable private var notes: NotesModel
    @Query(sort: \Note.created) private var stored: [Note]
    /// The note that the alert is about; nil for the unreadable draft.
    @State private var deleting: Note?
    @State private var isDeleting = false
    @Environment(\.screenTexts) private var texts

    init(_ app: AppEnvironment) {
        lock = app.lock
        onboarding = app.onboarding
        notes = app.notes
    }

    var body: some View {
        NavigationStack {
            List {
                if lock.protection == .absent { passcodeOffer } else { newNote }
                if let problem = notes.problem { Text(verbatim: problem) }
                ForEach(stored) { row(of: $0) }
                NavigationLink {
                    SettingsView(lock: lock)
                } label: {
                    Text(verbatim: texts[.settings])
                }
            }
            .navigationTitle(Text("My notes"))
        }
        .alert(Text("Delete this note?"), isPresented: $isDeleting) {
            Button("Delete", role: .destructive) {
                Task { [deleting] in
                    if let deleting { await notes.delete(deleting) } else { await notes.deleteDraft() }
                }
            }
            Button(texts[.cancel], role: .cancel) {}
        } message: {
            Text("It cannot be restored.")
        }
        .biometricOffer(lock, isPresented: $onboarding.offersBiometrics)
        .onChange(of: lock.isLocked, initial: true) { Task { await notes.lockChanged() } }
    }

    @ViewBuilder private var passcodeOffer: some View {
        Text("A passcode is needed before you can add notes.")
        Button(texts[.setPasscode], action: onboarding.choosePasscode)
    }

    @ViewBuilder private var newNote: some View {
        if notes.isDraftUnreadable {
            row(of: nil)
        } else {
            TextField("New note", text: $notes.draft)
                .onSubmit { Task { await notes.add() } }
                .disabled(!notes.isDraftRead)
        }
    }

    /// The row of a note, or with nil of the unreadable draft.
    private func row(of note: Note?) -> some View {
        ViewThatFits(in: .horizontal) {
            HStack {
                content(of: note)
                Spacer()
                deleteButton(for: note)
            }
            VStack(alignment: .leading) {
                content(of: note)
                deleteButton(for: note)
            }
        }
    }

    @ViewBuilder private func content(of note: Note?) -> some View {
        let content = note.map { notes.content(of: $0) } ?? .unreadable
        switch content {
        case .text(let text): Text(verbatim: text)
        case .locked: Text(verbatim: "…")
        case .unreadable: Text("This note was encrypted with a key that is not on this device.")
        }
    }

    private func deleteButton(for note: Note?) -> some View {
        Button("Delete", role: .destructive) { (deleting, isDeleting) = (note, true) }.buttonStyle(.borderless)
    }
}
