import Foundation
import Testing

@testable import LatchkeyTerminal

@Suite struct DiagnosisTests {
    private func diagnosis(
        _ storage: StorageSetting?, _ reason: Diagnosis.Reason, _ keyring: Diagnosis.Keyring?, install: [String] = []
    ) -> Diagnosis {
        Diagnosis(
            server: "https://example.org",
            secrets: Diagnosis.Secrets(storage: storage, reason: reason, setting: nil), keyring: keyring,
            fingerprint: nil, sessions: nil, install: install)
    }

    private func text(_ diagnosis: Diagnosis) -> String {
        diagnosis.text(in: .english, settings: URL(filePath: "/config.json"))
    }

    @Test func diagnosisExplainsHowToEnableMissingSecretStorage() {
        let keyring = Diagnosis.Keyring(state: .absent, problem: "no bus")
        let lines = text(diagnosis(nil, .nothing, keyring, install: ["gnome-keyring"]))
        #expect(lines.contains("Secrets: none yet."))
        #expect(lines.contains("There is no keyring: no bus"))
        #expect(lines.contains("LATCHKEY_STORAGE=file") && lines.contains("/config.json"))
        #expect(lines.contains("To install: gnome-keyring"))
    }

    @Test(arguments: [(UnlockProtection.offline, TerminalText.copyWorksOffline), (.server, .copyNeedsServer)])
    func diagnosisShowsWhetherCopiedSecretsWorkOffline(protection: UnlockProtection, text: TerminalText) {
        var known = diagnosis(.file, .kept, nil)
        #expect(!self.text(known).contains("copy"))
        known.unlock = protection
        #expect(self.text(known).contains(TerminalTexts.english[text]))
    }

    @Test func ruleThatIsNotAppliedYetIsReported() {
        var pending = diagnosis(.file, .kept, nil)
        pending.unlock = .serverPending
        for text in [TerminalTexts.english[.copyWorksOffline], "this device still opens without it"] {
            #expect(self.text(pending).contains(text))
        }
    }

    @Test func correctSetupShowsNoAdvice() {
        let lines = text(diagnosis(.keyring, .found, Diagnosis.Keyring(state: .open, problem: nil)))
        #expect(lines.contains("Secrets: in the keyring. Default: a keyring is available."))
        #expect(!lines.contains("LATCHKEY_STORAGE") && !lines.contains("install"))
        #expect(text(diagnosis(.file, .onlyOne, nil)).hasSuffix("Secrets: in files."))
    }

    @Test func everyKeyringStateHasADistinctText() {
        let states: [Diagnosis.Keyring.State] = [.open, .locked, .empty, .absent, .silent]
        let texts = states.map { text(diagnosis(.file, .kept, Diagnosis.Keyring(state: $0, problem: ""))) }
        #expect(Set(texts).count == states.count)
    }

    @Test func diagnosisShowsReadersAndSessionsOrTheMissingReason() {
        let found = Diagnosis(
            server: "", secrets: Diagnosis.Secrets(storage: .file, reason: .kept, setting: nil), keyring: nil,
            fingerprint: Diagnosis.Fingerprint(reader: "Swiper", enrolledFingers: 2, problem: nil),
            sessions: Diagnosis.Sessions(session: "c1", problem: nil), install: [])
        #expect(text(found).contains("Swiper. Enrolled fingers: 2."))
        #expect(text(found).contains("Session: c1."))
        #expect(!text(found).contains("Enroll one") && !text(found).contains("cannot be used"))
        let missing = Diagnosis(
            server: "", secrets: Diagnosis.Secrets(storage: .file, reason: .kept, setting: nil), keyring: nil,
            fingerprint: Diagnosis.Fingerprint(reader: nil, enrolledFingers: 0, problem: "no fprintd"),
            sessions: Diagnosis.Sessions(session: nil, problem: "no logind"), install: [])
        #expect(text(missing).contains("no fprintd") && text(missing).contains("no logind"))
    }

    @Test func diagnosisReportsAnUnenrolledOrUnusableFingerprintReader() {
        func words(_ problem: String?) -> String {
            text(
                Diagnosis(
                    server: "", secrets: Diagnosis.Secrets(storage: .file, reason: .kept, setting: nil), keyring: nil,
                    fingerprint: Diagnosis.Fingerprint(reader: "Swiper", enrolledFingers: 0, problem: problem),
                    sessions: nil, install: []))
        }
        #expect(words(nil).contains("Swiper. Enrolled fingers: 0. Enroll one with fprintd-enroll"))
        #expect(words("denied").contains("It cannot be used: denied") && !words("denied").contains("Enroll one"))
    }
}
