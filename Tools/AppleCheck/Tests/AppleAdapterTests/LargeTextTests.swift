import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import SwiftUI
import Testing

@testable import LatchkeyUI

/// The room for texts in letters of the greatest size. Layout itself is not modelled.
@MainActor @Suite(.serialized) struct LargeTextTests {
    private let texts = ScreenTexts.english

    private func session(_ server: FakeServer = FakeServer()) -> SessionModel {
        let storage = InMemorySecureStorage()
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        return AppLock.account(platform, api: server, reason: "Unlock the test.", sessionLock: InProcessSessionLock())
    }

    private func expectScrolling(_ view: some View, sourceLocation: SourceLocation = #_sourceLocation) {
        let drawn = DrawnView(view)
        #expect(!drawn.texts.isEmpty, sourceLocation: sourceLocation)
        #expect(drawn.textsThatCannotScroll == [], sourceLocation: sourceLocation)
    }

    @Test func everyTextOfALockScrolls() async {
        let lock = ScriptedLock(await TestLock().locked(biometrics: true))
        for requiresPasscode in [true, false] {
            (lock.requiresPasscode, lock.problem) = (requiresPasscode, .vault(.damaged))
            expectScrolling(PasscodeLockView(model: LockScreenModel(lock, texts: texts)) {})
        }
        let setPasscode = SetPasscodeModel(.set, of: await TestLock().launched(), texts: texts)
        expectScrolling(SetPasscodeView(model: setPasscode, onDone: {}, onCancel: {}))
        let gate = BiometricGateModel(MockBiometricAuth(.faceID), reason: "Show the account.", texts: texts)
        expectScrolling(
            Text(verbatim: "content").modifier(BiometricLockModifier(gate: { _ in gate }, onUnlock: {})))
    }

    @Test(arguments: [true, false]) func everyTextOfASignInOrResetScrolls(isEmailOn: Bool) async {
        let server = FakeServer()
        await server.setSignInMethods(SignInMethods(email: isEmailOn))
        let session = session(server)
        await session.start()
        let login = TeamLogin(name: "Desk") { _ in nil }
        let signIn = SignInModel(session, texts: texts)
        let reset = ResetPasscodeModel(session, texts: texts, login: login)
        await signIn.load()
        await reset.load()
        expectScrolling(SignInView(model: signIn).teamLogin(login))
        expectScrolling(ResetPasscodeView(model: reset, onDone: {}, onCancel: {}))
        (signIn.email, reset.email) = ("ada@example.org", "ada@example.org")
        await signIn.requestCode()
        await reset.requestCode()
        #expect(signIn.step == .code && reset.step == .code)
        expectScrolling(SignInView(model: signIn))
        expectScrolling(ResetPasscodeView(model: reset, onDone: {}, onCancel: {}))
    }

    @Test func everyTextOfAnAccountScrolls() async {
        let session = session()
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        expectScrolling(PasscodeOfferView(session))
        expectScrolling(BiometricsOnlyOfferView(offer: PasscodeOfferModel(session, texts: texts)))
        #expect(await session.setPasscode(.right) == .done)
        expectScrolling(DeleteAccountView(session, onDeleted: {}, onCancel: {}))
        expectScrolling(PasscodeConfirmationView(session, onConfirm: {}, onCancel: {}))
        expectScrolling(LockSettingsView(session))
        expectScrolling(Form { DevicesView(session) })
    }

    @Test(arguments: ["Sources/LatchkeyUI/Views", "Examples/Welcome/Welcome"])
    func noViewLimitsATextsLinesOrHeight(folder: String) throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../../../\(folder)").standardizedFileURL
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            // Only digits, symbols and shapes have a fixed size there.
            $0.hasSuffix(".swift") && !["NumberPadView.swift", "PasscodeDots.swift"].contains($0)
        }
        #expect(files.count > 5)
        for file in files {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            #expect(!text.contains(#/\.lineLimit\((?!\d+\.\.\.\))|\.fixedSize\(|\.truncationMode\(/#), "\(file)")
            #expect(!text.contains(#/\.frame\([^)]*[hH]eight: (?!\.infinity)/#), "\(file)")
            let rows = text.matches(of: /HStack/).count
            #expect(rows == text.matches(of: #/ViewThatFits\(in: \.horizontal\) \{\s+HStack/#).count, "\(file)")
        }
    }
}
