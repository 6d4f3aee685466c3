internal import LatchkeyPasscode
enum PasscodePrompt { static func ask(_ t: TerminalTexts) throws -> Passcode { throw TerminalError.noTerminal } }
