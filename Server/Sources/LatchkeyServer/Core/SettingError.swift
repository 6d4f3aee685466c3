/// A setting that stops the start, in one line that names it.
public struct SettingError: Error, CustomStringConvertible {
    let name: SettingName
    let reason: String

    public var description: String { "\(name.rawValue): \(reason)" }
}
