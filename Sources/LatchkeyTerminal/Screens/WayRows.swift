internal import TerminalKit

/// The choice of a sign-in method, and the instructions of the chosen one.
@MainActor
struct WayRows {
    let model: ProviderSignInModel
    let question: TerminalText
    let texts: TerminalTexts

    /// Whether the server's sign-in methods are still being requested.
    var isLoading: Bool { model.step == .loading }
    var isChoice: Bool { model.step == .choice }

    func lines(_ size: TerminalSize) -> [Line] {
        let columns = size.columns - 4
        switch model.step {
        case .loading: return [Line(texts[.loading], .dim)]
        case .choice:
            // Without a method there is nothing to choose.
            let ways = model.ways.map { Line("  " + key(of: $0), .bold) + Line("  " + name(of: $0)) }
            return (ways.isEmpty ? [] : [Line(texts[question]), ""] + ways + [""])
                + Line.wrapped(model.message ?? "", to: columns, .error)
        case .browser(let address):
            // Across the whole width, so that copying it includes nothing else.
            return Line.wrapped(texts[.openInBrowser], to: columns) + [""] + Line.wrapped(address, to: size.columns)
                + ["", waiting]
        case .device(let code):
            let text = texts[.enterDeviceCode].replacing("{address}", with: code.address)
            return Line.wrapped(text.replacing("{code}", with: code.text), to: columns) + ["", waiting]
        case .working: return [waiting]
        }
    }

    /// Returns whether the key was handled.
    ///
    /// - Parameter byMail: Called if the user chooses email.
    func press(_ key: Key, byMail: () -> Void) -> Bool {
        switch (model.step, key) {
        case (.choice, .enter):
            guard let way = model.ways.first else { return false }
            take(way, byMail)
        case (.choice, .character(let letter)):
            guard let way = model.ways.first(where: { self.key(of: $0) == String(letter) }) else { return false }
            take(way, byMail)
        case (.browser, .escape), (.device, .escape), (.working, .escape): model.cancel()
        default: return false
        }
        return true
    }

    private func take(_ way: SignInMethod, _ byMail: () -> Void) {
        guard way == .mail else { return model.begin(way) }
        byMail()
        model.isByMail = true
    }

    private var waiting: Line {
        Line(texts[.waitingForProvider].replacing("{name}", with: model.name), .dim)
    }

    private func key(of way: SignInMethod) -> String { String(way.rawValue.prefix(1)) }

    private func name(of way: SignInMethod) -> String {
        let text: TerminalText =
            switch way {
            case .browser: .inBrowser
            case .device: .byDeviceCode
            case .mail: .byMail
            }
        return texts[text].replacing("{name}", with: model.name)
    }
}
