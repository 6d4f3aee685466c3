/// The style of text. It only emphasizes: the words must be clear without it.
package enum Style: Hashable, Sendable {
    case plain, bold, dim, reverse, accent, error, success
}

/// The styles that the terminal supports.
package enum ColourSupport: Hashable, Sendable {
    /// Colours, bold, dim and reverse.
    case colours
    /// Bold, dim and reverse, without colors.
    case attributes
    case none

    /// Reads `NO_COLOR`, unless it is empty (<https://no-color.org>), and `TERM`. Without `TERM`, or if it is `dumb`,
    /// no styles are supported.
    ///
    /// - Parameter isColourless: Whether the command has `--no-color`.
    package init(environment: [String: String], isColourless: Bool = false) {
        let terminal = environment["TERM"] ?? ""
        if terminal.isEmpty || terminal == "dumb" {
            self = .none
        } else if isColourless || environment["NO_COLOR"]?.isEmpty == false {
            self = .attributes
        } else {
            self = .colours
        }
    }

    /// The parameter of "select graphic rendition" for a style, or nil if the style is not supported: ECMA-48, 8.3.117.
    /// Only the first 16 colors, which users configure to be readable.
    func rendition(of style: Style) -> String? {
        switch (self, style) {
        case (.none, _), (_, .plain): nil
        case (_, .bold): "1"
        case (_, .dim): "2"
        case (_, .reverse): "7"
        case (.colours, .accent): "36"
        case (.colours, .error): "31"
        case (.colours, .success): "32"
        case (.attributes, .accent), (.attributes, .error): "1"
        case (.attributes, .success): nil
        }
    }
}
