/// How text looks. A style only stresses what the words say: without colour they must say it alone.
enum Style: Hashable, Sendable {
    case plain, bold, dim, reverse, accent, error, success
}

/// Which of the styles the terminal is to show.
enum ColourSupport: Hashable, Sendable {
    /// Colours, bold, dim and reverse.
    case colours
    /// Bold, dim and reverse, which are no colours.
    case attributes
    /// Nothing.
    case none

    /// What the environment asks for: `NO_COLOR` that is not empty, as <https://no-color.org> has it, and a `TERM` that
    /// is missing or `dumb`. The flag is the command's `--no-color`.
    init(environment: [String: String], isColourless: Bool = false) {
        let terminal = environment["TERM"] ?? ""
        if terminal.isEmpty || terminal == "dumb" {
            self = .none
        } else if isColourless || environment["NO_COLOR"]?.isEmpty == false {
            self = .attributes
        } else {
            self = .colours
        }
    }

    /// The numbers of "select graphic rendition" for a style, or nil when it is not shown: ECMA-48, 8.3.117. The first
    /// 16 colours only, which people choose to be readable.
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
