internal import Foundation

/// The user's languages, in order of preference.
public enum PreferredLanguages {
    /// The languages of the system's settings on Apple platforms, and of the process's environment elsewhere, where
    /// Foundation's `Locale.preferredLanguages` is always English.
    public static var current: [String] {
        #if canImport(Darwin)
        Locale.preferredLanguages
        #else
        named(in: ProcessInfo.processInfo.environment)
        #endif
    }

    /// Returns the languages in the environment's `LC_ALL`, `LC_MESSAGES` or `LANG` of POSIX, preceded by the list in
    /// GNU's `LANGUAGE`.
    ///
    /// - Parameter environment: A process's environment.
    public static func named(in environment: [String: String]) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        // <https://www.gnu.org/software/gettext/manual/html_node/The-LANGUAGE-variable.html>: not in the C locale.
        guard let locale, locale != "C", locale != "POSIX" else { return [] }
        let list = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
        return locale.hasPrefix("C.") ? list : list + [locale]
    }
}
