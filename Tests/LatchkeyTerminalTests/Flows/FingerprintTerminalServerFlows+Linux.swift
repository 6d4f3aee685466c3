#if os(Linux)
import ChildProcess
import Foundation
import Testing

/// The app on a desktop with a keyring, a fingerprint reader and logind.
@Suite(.whereTheServerIsBuilt, .whereTmuxIs, .whereTheDesktopIs, .serialized)
struct FingerprintTerminalServerFlows {
    private static let locked = "Latchkey is locked"
    private static let touch = "Touch the fingerprint reader."
    private static let offer = "Unlock with fingerprint?"

    private let desktop: DesktopServices
    private let flow: TerminalFlow
    private var terminal: TmuxTerminal { flow.terminal }

    init() throws {
        desktop = try DesktopServices()
        // fprintd suspends with the machine, and a previous test may have simulated that.
        try desktop.prepareForSleep(false)
        try desktop.reader.enrol()
        flow = try TerminalFlow(desktop.environment, launcher: desktop.launcher)
    }

    /// Signs in, sets the passcode, and waits for the offer of fingerprints.
    private func begin() async throws {
        try await flow.start(until: "Sign in")
        try await flow.signIn(until: "Set up a passcode?")
        try terminal.press("Enter")
        try await flow.choose(TerminalFlow.passcode)
        try await terminal.waits(for: Self.offer)
    }

    /// Signs in and enables fingerprints.
    private func beginWithFinger() async throws {
        try await begin()
        try terminal.press("Enter")
        try await flow.enter(
            TerminalFlow.passcode, for: "Enter your current passcode", until: "Your fingerprint now unlocks the app")
        try terminal.press("Enter")
        try await terminal.waits(for: "No notes yet")
    }

    /// Simulates a touch of the waiting reader.
    private func touch(_ finger: String, until text: String) async throws {
        try await terminal.waits(for: Self.touch)
        try desktop.reader.does("SCAN \(finger)")
        try await terminal.waits(for: text)
    }

    /// Locks the session like the desktop.
    private func lockSession() async throws {
        try desktop.lockSession()
        try await terminal.waits(for: Self.locked)
    }

    @Test func fingerprintIsOfferedAfterSignInAndUnlocksTheApp() async throws {
        try await begin()
        #expect(try terminal.screen().contains("only confirms a match"), "the limitation is stated first")
        try terminal.press("Enter")
        let question = "Enter your current passcode"
        try await flow.enter(TerminalFlow.other, for: question, until: "Wrong passcode. 9 attempts left.")
        try await flow.enter(TerminalFlow.passcode, for: question, until: "Your fingerprint now unlocks the app")
        try terminal.press("Enter")
        try await flow.write("under the thumb")
        try await lockSession()
        #expect(try !terminal.screen().contains("thumb"))
        // The prompt does not start automatically, because a user who locks the desktop is about to leave.
        #expect(try desktop.isReaderFree())
        try terminal.press("Enter")
        try await touch("other", until: "Authentication failed. Please try again.")
        #expect(try !terminal.screen().contains("thumb"))
        #expect(try desktop.isReaderFree())
        try terminal.press("Enter")
        try await touch("mine", until: "under the thumb")
        #expect(try desktop.isReaderFree())
        try await flow.quit()
        let status = try await flow.status()
        #expect(status["state"] as? String == "locked" && status["biometrics"] as? Bool == true)
        // The prompt starts automatically after a launch.
        try await flow.start(until: Self.touch)
        try await touch("mine", until: "under the thumb")
    }

    @Test("C6 fingerprint can replace the passcode until the first note")
    func fingerprintCanReplaceThePasscodeUntilTheFirstNote() async throws {
        try await flow.start(until: "Sign in")
        try await flow.signIn(until: "Set up a passcode?")
        try terminal.press("l")
        try await terminal.waits { $0.contains(Self.offer) && $0.contains("only confirms a match") }
        try terminal.press("Enter")
        try await terminal.waits(for: "No notes yet")
        try terminal.press("a")
        try await terminal.waits { $0.contains("Choose a new 6-digit passcode") && $0.contains("requires a passcode") }
        try terminal.press("Escape")
        try await terminal.waits(for: "No notes yet")
        try await lockSession()
        let screen = try terminal.screen()
        #expect(screen.contains("ign in again") && !screen.contains("○") && !screen.contains("orgot"))
        try terminal.press("Enter")
        try await touch("mine", until: "No notes yet")
        try await flow.quit()
        try await flow.start(until: Self.touch)
        try await touch("mine", until: "No notes yet")
        try await lockSession()
        try terminal.press("s")
        try await terminal.waits(for: "We’ll send you a code")
    }

    @Test func declinedFingerprintIsNotOfferedAgainExceptInSettings() async throws {
        try await begin()
        try terminal.press("n")
        try await terminal.waits(for: "No notes yet")
        try await lockSession()
        #expect(try !terminal.screen().contains("use Fingerprint"))
        try await flow.unlock(until: "No notes yet")
        #expect(try !terminal.screen().contains(Self.offer))
        try await flow.chooseSetting(2, named: "Fingerprint: Off")
        try await terminal.waits(for: "only confirms a match")
        try await flow.enter(TerminalFlow.other, for: "Enter your current passcode", until: "Wrong passcode.")
        try await flow.enter(TerminalFlow.passcode, for: "Enter your current passcode", until: "▸ Fingerprint: On")
        try await lockSession()
        try terminal.press("Enter")
        try await touch("mine", until: "No notes yet")
        try await flow.chooseSetting(2, named: "Fingerprint: On")
        try await terminal.waits(for: "▸ Fingerprint: Off")
        try await lockSession()
        #expect(try !terminal.screen().contains("use Fingerprint"))
        try await flow.unlock(until: "No notes yet")
    }

    @Test("C6 forbidding biometrics removes fingerprint unlock and requires the passcode")
    func forbiddingBiometricsRemovesFingerprintUnlockAndRequiresThePasscode() async throws {
        try await beginWithFinger()
        try await flow.quit()
        try flow.server.stop()
        try flow.server.start(["LATCHKEY_BIOMETRICS": "forbidden"])
        // The app has not received the new policy yet.
        try await flow.start(until: Self.touch)
        try await flow.unlock(until: "No notes yet")
        try terminal.press("s")
        try await terminal.waits { $0.contains("does not allow biometrics") && !$0.contains("Fingerprint: O") }
        try await flow.goBack()
        try await flow.quit()
        #expect(try await flow.status()["biometrics"] as? Bool == false)
        try await flow.start(until: Self.locked)
        try terminal.press("Enter")
        try await flow.unlock(TerminalFlow.other, until: "Wrong passcode.")
        #expect(try desktop.isReaderFree() && !terminal.screen().contains(Self.touch))
        try await flow.unlock(until: "No notes yet")
    }

    @Test("C11 manual lock disables fingerprint unlock even after relaunch")
    func manualLockDisablesFingerprintUnlockEvenAfterRelaunch() async throws {
        try await beginWithFinger()
        let file = flow.home.url.appending(path: "record")
        try terminal.record(to: file)
        try await flow.lock()
        try terminal.press("Enter")
        try await flow.unlock(TerminalFlow.other, until: "Wrong passcode.")
        #expect(try desktop.isReaderFree())
        try await flow.quit()
        try await flow.start(until: Self.locked)
        try terminal.press("Enter")
        try await flow.unlock(TerminalFlow.other, until: "Wrong passcode.")
        #expect(try desktop.isReaderFree())
        try await flow.unlock(until: "No notes yet")
        let seen = try String(contentsOf: file, encoding: .utf8)
        #expect(seen.contains(Self.locked) && !seen.contains("Touch") && !seen.lowercased().contains("fingerprint"))
        // The passcode has ended the manual lock.
        try await lockSession()
        try terminal.press("Enter")
        try await touch("mine", until: "No notes yet")
    }

    @Test func passcodeUnlockCancelsAPendingFingerprintPrompt() async throws {
        try await beginWithFinger()
        try await lockSession()
        try terminal.press("Enter")
        try await terminal.waits(for: Self.touch)
        #expect(try !desktop.isReaderFree())
        // A second request joins the first.
        try terminal.press("Enter")
        try desktop.reader.does("RETRY 2")
        try await terminal.waits(for: "Touch again, with the middle of your finger.")
        try await flow.unlock(until: "No notes yet")
        try await terminal.waits { _ in try desktop.isReaderFree() }
    }

    @Test func suspendingReleasesTheFingerprintReaderAndResumingPromptsAgain() async throws {
        try await beginWithFinger()
        try await lockSession()
        try terminal.press("Enter")
        try await terminal.waits(for: Self.touch)
        try terminal.press("C-z")
        try await flow.ended()
        #expect(try desktop.isReaderFree())
        try await flow.start("fg", until: Self.touch)
        try await touch("mine", until: "No notes yet")
    }

    @Test func killedAppReleasesTheFingerprintReader() async throws {
        try await beginWithFinger()
        try await lockSession()
        try terminal.press("Enter")
        try await terminal.waits(for: Self.touch)
        #expect(try await flow.kill(SIGKILL) == 128 + SIGKILL)
        try await terminal.waits { _ in try desktop.isReaderFree() }
    }

    @Test func commandRequestsOnlyThePasscode() async throws {
        try await beginWithFinger()
        try await flow.quit()
        let command = try terminal.begin("app note list")
        try await terminal.waits(for: "Enter your passcode:")
        #expect(try desktop.isReaderFree())
        try terminal.type(TerminalFlow.passcode)
        try terminal.press("Enter")
        #expect(try await terminal.status(of: command) == 0)
    }

    @Test("C7 command locks with the session and keeps edited text")
    func commandLocksWithTheSessionAndKeepsEditedText() async throws {
        try await begin()
        try terminal.press("Escape")
        try await terminal.waits(for: "No notes yet")
        try await flow.quit()
        let command = try terminal.begin("app note add")
        try await terminal.waits(for: "Enter your passcode:")
        try terminal.type(TerminalFlow.passcode)
        try terminal.press("Enter")
        try await terminal.waits(for: "The editor has:")
        try await flow.typeInEditor("tarragon")
        try await terminal.waits { _ in try desktop.isSleepDelayed() }
        try desktop.prepareForSleep(true)
        // Sleep is delayed until the app is locked.
        try await terminal.waits { _ in try !desktop.isSleepDelayed() }
        try desktop.prepareForSleep(false)
        try terminal.type(".")
        try terminal.press("Enter")
        #expect(try await terminal.status(of: command) == 1)
        #expect(try terminal.screen().contains("Latchkey locked while the editor was open."))
        try await flow.start(until: Self.locked)
        try await flow.unlock(until: "tarragon")
    }

    @Test func theMachineSleepsOnlyWhenTheAppIsLocked() async throws {
        try await beginWithFinger()
        try await terminal.waits { _ in try desktop.isSleepDelayed() }
        try desktop.prepareForSleep(true)
        try await terminal.waits(for: Self.locked)
        try await terminal.waits { _ in try !desktop.isSleepDelayed() }
        try desktop.prepareForSleep(false)
        try await terminal.waits { _ in try desktop.isSleepDelayed() }
        #expect(try terminal.screen().contains(Self.locked), "awake is not unlocked")
        try await flow.unlock(until: "No notes yet")
        try await flow.quit()
        #expect(try !desktop.isSleepDelayed())
    }

    @Test func doctorShowsTheFingerprintReaderAndSession() async throws {
        try await terminal.run("app doctor >\"$HOME/doctor\"")
        let words = try String(contentsOf: flow.home.url.appending(path: "home/doctor"), encoding: .utf8)
        #expect(words.contains("Fingerprint reader: Virtual device for debugging. Enrolled fingers: 1."))
        #expect(words.contains("Session: test1."))
        #expect(!words.contains("To install"))
    }
}
#endif
