import Testing

@testable import LatchkeyServer

@Suite struct SettingsCheckTests {
    @Test func unknownNamesAndDevelopmentAreWarningsWithoutValues() {
        let unknown = SettingsCheck.finding(["LATCHKEY_PUBLICURL": "hunter2"], isDevelopment: true)
        #expect(unknown.status == .warning && unknown.text.hasSuffix(": LATCHKEY_PUBLICURL"))
        let development = SettingsCheck.finding(["LATCHKEY_DEV": "1"], isDevelopment: true)
        #expect(development.status == .warning && development.text.contains("/dev/mailbox"))
        let fine = SettingsCheck.finding(["LATCHKEY_SECRET_KEYS": "hunter2", "HOME": "/"], isDevelopment: false)
        #expect(fine.status == .fine && fine.text == "set: LATCHKEY_SECRET_KEYS")
        #expect(SettingsCheck.finding([:], isDevelopment: false).text == "none is set; the defaults apply")
    }
}
