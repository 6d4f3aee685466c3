#if canImport(Darwin)
internal import Foundation

extension TerminalMode {
    /// `_POSIX_VDISABLE`: the character that never matches.
    static let disabled: cc_t = 0xFF
}
#endif
