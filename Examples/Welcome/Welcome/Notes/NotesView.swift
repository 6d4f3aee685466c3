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
    /// The deletion that the alert confirms.
    @State private var deletion: @MainActor () async -> Void = {}
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
                ForEach(stored) { note in row(of: notes.content(of: note)) { await notes.delete(note) } }
                NavigationLink {
                    SettingsView(lock: lock)
                } label: {
                    Text(verbatim: texts[.settings])
                }
            }
            .navigationTitle(Text("My notes"))
        }
        .alert(Text("Delete this note?"), isPresented: $isDeleting) {
            Button("Delete", role: .destructive) { Task { [deletion] in await deletion() } }
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
            row(of: .unreadable) { await notes.deleteDraft() }
        } else {
            TextField("New note", text: $notes.draft)
                .onSubmit { Task { await notes.add() } }
                .disabled(!notes.isDraftRead)
        }
    }

    /// The row of a note, or of the unreadable draft.
    private func row(of content: NotesModel.Content, onDelete: @escaping @MainActor () async -> Void) -> some View {
        ViewThatFits(in: .horizontal) {
            HStack {
                text(of: content)
                Spacer()
                deleteButton(onDelete)
            }
            VStack(alignment: .leading) {
                text(of: content)
                deleteButton(onDelete)
            }
        }
    }

    @ViewBuilder private func text(of content: NotesModel.Content) -> some View {
        switch content {
        case .text(let text): Text(verbatim: text)
        case .locked: Text(verbatim: "…")
        case .unreadable: Text("This note was encrypted with a key that is not on this device.")
        }
    }

    private func deleteButton(_ onDelete: @escaping @MainActor () async -> Void) -> some View {
        Button("Delete", role: .destructive) { (deletion, isDeleting) = (onDelete, true) }.buttonStyle(.borderless)
    }
}
