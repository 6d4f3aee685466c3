import LatchkeyLock
import SwiftData
import SwiftUI
import Testing

@testable import LatchkeyUI
@testable import Welcome

/// The main states and the previews of the template.
@MainActor @Suite(.serialized) struct WelcomeViewTests {
    private let texts = ScreenTexts.english

    private func app(_ scenario: PreviewApp.Scenario) async throws -> AppEnvironment {
        let app = try AppEnvironment.inMemory()
        await PreviewApp(scenario: scenario).prepare(app)
        return app
    }

    @Test func firstLaunchLeadsThroughPasscodeSetupToTheNotes() async throws {
        let app = try await app(.firstLaunch)
        let view = RootView(app: app)
        let introduction = DrawnView(view)
        #expect(introduction.texts.contains("Welcome") && !introduction.texts.contains("My notes"))
        #expect(introduction.press("Continue"))
        // The state of a view lasts as long as the view.
        let onboarding = OnboardingView(onboarding: app.onboarding)
        for digit in ["5", "9", "3", "0", "7", "2", "5", "9", "3", "0", "7", "2"] {
            #expect(DrawnView(onboarding).press(digit))
        }
        await until { app.lock.isPasscodeEnabled }
        app.onboarding.end()
        #expect(DrawnView(view).texts.contains("New note"))
    }

    @Test func postponedPasscodeIsOfferedInPlaceOfANewNote() async throws {
        let app = try await app(.firstLaunch)
        app.onboarding.end()
        let notes = NotesView(app)
        #expect(!DrawnView(notes).texts.contains("New note"))
        #expect(DrawnView(notes).press(texts[.setPasscode]))
        #expect(app.onboarding.step == .passcode)
    }

    @Test func unreadableDraftIsShownInPlaceOfANewNote() async throws {
        let app = try await app(.notes)
        app.notes.draft = "Water the plants again"
        await app.notes.keepDraft()
        app.lock.lockApp()
        await app.notes.lockChanged()
        try await app.lock.erase()
        #expect(await app.lock.setPasscode(.right) == .done)
        await app.notes.lockChanged()
        let notes = NotesView(app)
        #expect(!DrawnView(notes).texts.contains("New note"))
        #expect(DrawnView(notes).press("Delete"))
        #expect(DrawnView(notes).texts.contains("Delete this note?"))
    }

    @Test func previewedNotesAreStoredAndReadable() async throws {
        let app = try await app(.notes)
        let note = try #require(app.container.mainContext.fetch(FetchDescriptor<Welcome.Note>()).first)
        #expect(app.notes.content(of: note) == .text("Water the plants"))
        #expect(DrawnView(RootView(app: app)).texts.contains(texts[.settings]))
    }

    @Test func previewedLockIsLocked() async throws {
        #expect(try await app(.locked).lock.isLocked)
    }
}
