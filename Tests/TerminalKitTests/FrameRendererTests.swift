import LatchkeyTestSupport
import Testing

@testable import TerminalKit

@Suite struct FrameRendererTests {
    private let size = TerminalSize(columns: 80, rows: 24)

    private func draw(_ frames: Frame..., colour: ColourSupport = .colours) -> TestTerminal {
        var (terminal, screen) = (TestTerminal(size), Screen(FrameRenderer(colour: colour)))
        for frame in frames {
            terminal.touched = []
            terminal.feed(screen.show(frame, size: size))
        }
        #expect(terminal.violations == [])
        return terminal
    }

    @Test func linesFillRowsFromTheTopLeavingOthersEmpty() {
        let terminal = draw(Frame(["One", Line("Two", .error), Line(), "Four"]))
        #expect(Array(terminal.text.prefix(5)) == ["One", "Two", "", "Four", ""])
    }

    @Test func onlyChangedRowsAreWritten() {
        let terminal = draw(Frame(["One", "Two", "Three"]), Frame(["One", "2", "Three"]))
        #expect(terminal.touched == [1])
        #expect(Array(terminal.text.prefix(3)) == ["One", "2", "Three"])
    }

    @Test func unchangedFrameWritesNothing() {
        var screen = Screen(FrameRenderer(colour: .colours))
        let frame = Frame(["One"], cursor: .init(row: 0, column: 1))
        _ = screen.show(frame, size: size)
        #expect(screen.show(frame, size: size) == [])
        screen.invalidate()
        #expect(screen.show(frame, size: size) != [])
    }

    @Test func newWindowSizeRedrawsEveryRow() {
        var screen = Screen(FrameRenderer(colour: .none))
        let frame = Frame(["One", "Two"])
        _ = screen.show(frame, size: size)
        let small = TerminalSize(columns: 60, rows: 20)
        var terminal = TestTerminal(small)
        terminal.feed(screen.show(frame, size: small))
        #expect(Array(terminal.text.prefix(2)) == ["One", "Two"])
    }

    @Test func cursorFollowsTheFrameOrIsHidden() {
        let shown = draw(Frame(["One"], cursor: .init(row: 0, column: 3)))
        #expect(shown.isCursorVisible)
        #expect(shown.cursor == .init(row: 0, column: 3))
        let hidden = draw(Frame(["One"], cursor: .init(row: 0, column: 3)), Frame(["One"]))
        #expect(!hidden.isCursorVisible)
        // A position outside of the window is moved to its edge.
        #expect(draw(Frame([], cursor: .init(row: 99, column: 99))).cursor == .init(row: 23, column: 79))
    }

    @Test func longLinesAreTruncatedWithAnEllipsisAcrossSpans() {
        let exact = String(repeating: "x", count: 80)
        let line = Line(String(repeating: "a", count: 78), .bold) + Line("bcd", .error)
        let terminal = draw(Frame([Line(exact), Line(exact + "x"), line, Line(String(repeating: "漢", count: 41))]))
        #expect(terminal.text[0] == exact)
        #expect(terminal.text[1] == String(repeating: "x", count: 79) + "…")
        #expect(terminal.text[2] == String(repeating: "a", count: 78) + "b…")
        #expect(terminal.text[3] == String(repeating: "漢", count: 39) + "…")
    }

    @Test func shorterRowReplacesAFullRowCompletely() {
        let terminal = draw(Frame([Line(String(repeating: "x", count: 80))]), Frame(["y"]))
        #expect(terminal.text[0] == "y")
    }

    @Test func windowUnder40By12ShowsAMessage() {
        for (columns, rows, isTooSmall) in [(40, 12, false), (39, 12, true), (40, 11, true), (3, 1, true)] {
            let size = TerminalSize(columns: columns, rows: rows)
            var (terminal, screen) = (TestTerminal(size), Screen(FrameRenderer(colour: .none)))
            terminal.feed(screen.show(Frame(["Notes"], cursor: .init(row: 0, column: 0)), size: size))
            #expect(terminal.violations == [])
            #expect(terminal.text[0].hasPrefix(isTooSmall ? "Wi" : "Notes"))
            #expect(terminal.isCursorVisible != isTooSmall)
        }
    }

    @Test(arguments: [
        "\u{1B}[31mred", "\u{1B}]0;title\u{7}", "a\u{9B}2J", "\r\nnext", "\u{202E}txt.exe", "\u{8}\u{7F}",
    ])
    func controlCharactersAreDrawnAsReplacementCharacters(text: String) {
        for style in [Style.plain, .error] {
            let terminal = draw(Frame([Line(text, style), "below"]))
            #expect(terminal.text[0].contains("\u{FFFD}"))
            #expect(terminal.text[1] == "below")
        }
    }

    @Test func stylesAreLimitedToTheTerminalsCapabilities() {
        let frame = Frame([.plain, .bold, .dim, .reverse, .accent, .error, .success].map { Line("text", $0) })
        #expect(draw(frame, colour: .colours).renditions == ["1", "2", "7", "36", "31", "32"])
        #expect(draw(frame, colour: .attributes).renditions == ["1", "2", "7"])
        #expect(draw(frame, colour: .none).renditions == [])
        for colour in [ColourSupport.colours, .attributes, .none] {
            #expect(draw(frame, colour: colour).text.prefix(7).allSatisfy { $0 == "text" })
        }
    }

    @Test func environmentOrFlagDisablesColours() {
        #expect(ColourSupport(environment: ["TERM": "xterm"]) == .colours)
        #expect(ColourSupport(environment: ["TERM": "xterm", "NO_COLOR": ""]) == .colours)
        #expect(ColourSupport(environment: ["TERM": "xterm", "NO_COLOR": "1"]) == .attributes)
        #expect(ColourSupport(environment: ["TERM": "xterm"], isColourless: true) == .attributes)
        #expect(ColourSupport(environment: ["TERM": "dumb"]) == .none)
        #expect(ColourSupport(environment: [:]) == .none)
    }

    @Test func incrementalDrawingMatchesAFullRedraw() {
        var generator = SeededGenerator(seed: 3)
        let long = String(repeating: "long ", count: 30)
        let texts = ["", "short", "漢字かな", long, "e\u{301}\u{1B}[2J", "👩‍👩‍👧 family", "\t"]
        let styles = [Style.plain, .bold, .error, .reverse]
        var (terminal, screen) = (TestTerminal(size), Screen(FrameRenderer(colour: .colours)))
        for _ in 0..<300 {
            let lines = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                (0..<Int.random(in: 0...3, using: &generator)).reduce(Line()) { line, _ in
                    line
                        + Line(
                            texts.randomElement(using: &generator) ?? "",
                            styles.randomElement(using: &generator) ?? .dim)
                }
            }
            let frame = Frame(lines)
            terminal.feed(screen.show(frame, size: size))
            #expect(terminal.text == draw(frame).text)
        }
        #expect(terminal.violations == [])
    }
}
