internal import TerminalKit

/// The choice among the ways to say who one is, and what to do on the one that was chosen.
@MainActor
struct WayRows {
    let model: ProviderSignInModel
    let question: TerminalText
    let texts: TerminalTexts

    /// Whether the server is still asked for the ways.
    var isLoading: Bool { model.step == .loading }
    var isChoice: Bool { model.step == .choice }

    func lines(_ size: TerminalSize) -> [Line] {
        let columns = size.columns - 4
        switch model.step {
        case .loading: return [Line(texts[.loading], .dim)]
        case .choice:
            // Without a way there is nothing to ask.
            let ways = model.ways.map { Line("  " + key(of: $0), .bold) + Line("  " + name(of: $0)) }
            return (ways.isEmpty ? [] : [Line(texts[question]), ""] + ways + [""])
                + Line.wrapped(model.message ?? "", to: columns, .error)
        case .browser(let address):
            // Across the whole width: what is copied has nothing else in it.
            return Line.wrapped(texts[.openInBrowser], to: columns) + [""] + Line.wrapped(address, to: size.columns)
                + ["", waiting]
        case .device(let code):
            let text = texts[.enterDeviceCode].replacing("{address}", with: code.address)
            return Line.wrapped(text.replacing("{code}", with: code.text), to: columns) + ["", waiting]
        case .working: return [waiting]
        }
    }

    /// Returns whether the key was taken.
    ///
    /// - Parameter byMail: Called when the mail is chosen.
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
