import ArgumentParser
import Foundation
import LatchkeyServer

/// A flag for each setting except secrets. Flags override the environment.
struct SettingFlags: ParsableArguments, CustomReflectable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    // Once: ArgumentParser reads them several times.
    private static let options = SettingEntry.all.compactMap { entry in
        entry.flag.map { (name: entry.name, flag: $0, help: entry.flagHelp) }
    }

    /// Values by the names of settings.
    private var flags: [String: String] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        for (name, _, _) in Self.options {
            let option = try container.decode(Option<String?>.self, forKey: Name(stringValue: name))
            flags[name] = option.wrappedValue
        }
    }

    /// ArgumentParser reads options from the properties. These come from the table of settings.
    var customMirror: Mirror {
        let options = Self.options.map { name, flag, help in
            (label: name, value: Option<String?>(name: .customLong(flag), help: "\(help)"))
        }
        return Mirror(self, children: options)
    }

    /// The environment, overridden by flags.
    var environment: [String: String] { ProcessInfo.processInfo.environment.merging(flags) { $1 } }
}
