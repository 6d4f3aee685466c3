import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import SwiftUI
import Testing
import UIKit

@testable import LatchkeyUI

/// A view's initializer must have no effects, because SwiftUI calls it each time that the parent view is drawn.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5))) struct RedrawTests {
    private let texts = ScreenTexts.english

    @Test func recreatedViewDoesNotQueryTheDevice() async {
        let levels = SecureStorageAccess.withoutMatch.union([.biometry(.currentEnrolment)])
        let (storage, reader) = (InMemorySecureStorage(supporting: levels), MockBiometricAuth(.faceID))
        let platform = LockPlatform(
            storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: reader, sources: [])
        let session = AppLock.account(
            platform, api: FakeServer(), reason: "Unlock the test.", sessionLock: InProcessSessionLock())
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        #expect(await session.setPasscode(.right) == .done)
        for _ in 0..<100 { await Task.yield() }
        let calls = await reader.calls.count
        for _ in 0..<3 {
            _ = Text(verbatim: "content").biometricOffer(session)
            _ = LockSettingsView(session)
            _ = PasscodeOfferView(session)
            _ = SessionView(session) { Text(verbatim: "content") }
            _ = Text(verbatim: "content").biometricLock(reason: "Show it.", biometrics: reader)
        }
        for _ in 0..<100 { await Task.yield() }
        #expect(await reader.calls.count == calls)
        // A view that appears sends the request.
        let view = Text(verbatim: "content").biometricOffer(session)
        _ = DrawnView(view)
        while await reader.calls.count == calls, !Task.isCancelled { await Task.yield() }
    }

    @Test("C14 typed digits survive recreating the view below the lock")
    func typedDigitsSurviveRecreatingTheViewBelowTheLock() async throws {
        let lock = await lockInFront()
        // The first scene by name in all tests. It is disconnected before other tests continue.
        let scene = UIWindowScene(standIn: "0")
        defer { scene.standInDisconnect() }
        let window = UIWindow(windowScene: scene)
        window.isHidden = false
        let first = PresentedView(Text("notes").appLock(lock), in: window)
        let model = try #require(shownModel(in: scene))
        model.entry.pad.press(4)
        let second = PresentedView(Text("notes").appLock(lock), in: window)
        #expect(shownModel(in: scene) === model)
        #expect(model.entry.pad.count == 1)
        // The app's later choice applies.
        let third = PresentedView(Text("notes").appLock(lock).environment(\.screenTexts, .french), in: window)
        #expect(shownModel(in: scene)?.title == ScreenTexts.french[.enterPasscode])
        withExtendedLifetime((first, second, third)) {}
    }

    private func shownModel(in scene: UIWindowScene) -> LockScreenModel? {
        scene.windows.lazy
            .compactMap { $0.rootViewController as? UIHostingController<LockWindowContent> }
            .first?.rootView.model
    }
}
