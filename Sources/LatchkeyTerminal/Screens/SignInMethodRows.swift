internal import TerminalKit

/// The choice of a sign-in method, and the instructions of the chosen one.
@MainActor
struct SignInMethodRows {
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
            let methods = model.methods.map { Line("  " + key(of: $0), .bold) + Line("  " + name(of: $0)) }
            return (methods.isEmpty ? [] : [Line(texts[question]), ""] + methods + [""])
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

    /// Handles a key. Returns whether it was handled.
    ///
    /// - Parameter byEmail: Called if the user chooses email.
    func press(_ key: Key, byEmail: () -> Void) -> Bool {
        switch (model.step, key) {
        case (.choice, .enter):
            guard let method = model.methods.first else { return false }
            take(method, byEmail)
        case (.choice, .character(let letter)):
            guard let method = model.methods.first(where: { self.key(of: $0) == String(letter) }) else { return false }
            take(method, byEmail)
        case (.browser, .escape), (.device, .escape), (.working, .escape): model.cancel()
        default: return false
        }
        return true
    }

    private func take(_ method: SignInMethod, _ byEmail: () -> Void) {
        guard method == .email else { return model.begin(method) }
        byEmail()
        model.isByEmail = true
    }

    private var waiting: Line {
        Line(texts[.waitingForProvider].replacing("{name}", with: model.name), .dim)
    }

    private func key(of method: SignInMethod) -> String { String(method.rawValue.prefix(1)) }

    private func name(of method: SignInMethod) -> String {
        let text: TerminalText =
            switch method {
            case .browser: .inBrowser
            case .device: .byDeviceCode
            case .email: .byEmail
            }
        return texts[text].replacing("{name}", with: model.name)
    }
}
