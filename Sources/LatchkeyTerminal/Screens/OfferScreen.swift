internal import LatchkeySession
internal import LatchkeyUI

/// Offers a passcode after the first sign-in.
@MainActor
final class OfferScreen: AppScreen {
    private let session: SessionModel
    private let texts: TerminalTexts
    private var message: String?

    init(_ session: SessionModel, texts: TerminalTexts) { (self.session, self.texts) = (session, texts) }

    func content(_ size: TerminalSize) -> ScreenContent {
        let rows =
            [Line(texts[.offerTitle], .bold), ""]
            + TextWidth.wrapped(texts[.offerReason], to: size.columns - 4).map { Line($0) }
            + ["", Line(message ?? "", .error)]
        return ScreenContent(
            lines: rows.map { $0.centred(in: size.columns) }, isCentred: true,
            keys: [KeyHint("⏎", texts[.setUpNow]), KeyHint("l", texts[.setUpLater]), KeyHint("^C", texts[.quit])])
    }

    func press(_ key: Key) -> AppAction? {
        switch key {
        case .enter: return .push(SetPasscodeScreen(.set, session, texts: texts))
        case .character("l"):
            return .run { [self] in message = await session.setUpLater()?.text(in: texts.screens) }
        default: return nil
        }
    }
}
