import Foundation
import LatchkeyAPI
import LatchkeyPasscode

/// Parsers of request members. Each throws a ``Problem`` that names the member and the reason.
enum Input {
    /// Parses a passcode to verify.
    static func passcode(_ text: String, pointer: String) throws -> Passcode {
        guard let passcode = Passcode(text) else { throw Problem.invalidRequest(pointer, "A passcode is six digits.") }
        return passcode
    }

    static func currentPasscode(_ text: String?) throws -> Passcode? {
        try text.map { try passcode($0, pointer: "/current_passcode") }
    }

    /// Parses a new passcode, subject to the policy.
    static func newPasscode(_ text: String) throws -> Passcode {
        guard let passcode = Passcode(text) else {
            throw Problem.weakPasscode(.format, "A passcode is six digits, 0 to 9.")
        }
        if let rejection = PasscodePolicy().rejection(of: passcode) {
            throw Problem.weakPasscode(.common, rejection.reason)
        }
        return passcode
    }

    /// Parses at most 40 printable characters; a blank name counts as absent.
    static func deviceName(_ text: String?) throws -> String? { try name(text, pointer: "/device_name") }

    /// Parses at most 40 printable characters; a blank name counts as absent.
    static func name(_ text: String?, pointer: String) throws -> String? {
        guard let text else { return nil }
        let isPrintable = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            // It joins emoji; other format characters can reverse a line's direction.
            case .format: scalar == "\u{200D}"
            case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        guard text.count <= 40, text.utf8.count <= 240, isPrintable else {
            throw Problem.invalidRequest(pointer, "At most 40 printable characters.")
        }
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }

    static func language(_ tag: String?, of languages: Languages) throws -> String? {
        guard tag == nil || languages.available(tag) != nil else {
            throw Problem.invalidRequest("/language", "Choose one of \(languages.tags.joined(separator: ", ")).")
        }
        return tag
    }

    /// Parses a name of the IANA time zone database.
    static func timeZone(_ name: String?) throws -> String? {
        guard let name else { return nil }
        guard let known = knownTimeZone(name) else {
            throw Problem.invalidRequest("/time_zone", "Not a known time zone. Use an IANA name, such as Europe/Paris.")
        }
        return known
    }

    /// Returns the name if the server knows the time zone, and nil otherwise. A newer device may know more zones, and
    /// must be able to sign in.
    static func knownTimeZone(_ name: String?) -> String? {
        // Foundation finds a zone that it has cached also for a name that continues after a NUL.
        guard let name, name.utf8.count <= Column.maximumTimeZoneLength, Account.fitsHeader(name),
            TimeZone(identifier: name) != nil
        else { return nil }
        return name
    }

    /// Reads `time_zone` at the start of a page's query. `next` extends to the end, and its path may have one too.
    static func knownTimeZone(query: String?) -> String? {
        knownTimeZone(query?.firstMatch(of: /^time_zone=([^&]*)/)?.1.removingPercentEncoding)
    }

    /// Parses a bounded whole number of the query; `default` if it is absent.
    static func number(
        _ text: String?, named name: String, _ bounds: ClosedRange<Int64>, default defaultValue: Int64
    ) throws -> Int64 {
        guard let text else { return defaultValue }
        guard let number = wholeNumber(text), bounds.contains(number) else {
            throw Problem.invalidRequest(
                "", "\(name) must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound).")
        }
        return number
    }

    /// Parses digits without sign, space or leading zero, like JSON. Returns nil for other texts.
    static func wholeNumber(_ text: some StringProtocol) -> Int64? {
        guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            text.utf8.count == 1 || text.utf8.first != UInt8(ascii: "0")
        else { return nil }
        return Int64(text)
    }
}
