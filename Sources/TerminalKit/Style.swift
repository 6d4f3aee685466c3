/// How text looks. A style only emphasises what the words say: without colour, the words alone must say it.
package enum Style: Hashable, Sendable {
    case plain, bold, dim, reverse, accent, error, success
}

/// Which styles the terminal shows.
package enum ColourSupport: Hashable, Sendable {
    /// Colours, bold, dim and reverse.
    case colours
    /// Bold, dim and reverse, which are not colours.
    case attributes
    case none

    /// Reads `NO_COLOR`, unless it is empty (<https://no-color.org>), and `TERM`: no styles when it is missing or
    /// `dumb`.
    ///
    /// - Parameter isColourless: The command's `--no-color`.
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

    /// The parameter of "select graphic rendition" for a style, or nil when the style is not shown: ECMA-48, 8.3.117.
    /// Only the first 16 colours, which people choose to be readable.
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
