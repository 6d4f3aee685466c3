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

    /// Values by the names of settings.
    private var flags: [String: String] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        for entry in SettingEntry.all where entry.flag != nil {
            let option = try container.decode(Option<String?>.self, forKey: Name(stringValue: entry.name))
            flags[entry.name] = option.wrappedValue
        }
    }

    /// ArgumentParser reads options from the properties. These come from the table of settings.
    var customMirror: Mirror {
        let options = SettingEntry.all.compactMap { entry in
            entry.flag.map { flag in
                (label: entry.name, value: Option<String?>(name: .customLong(flag), help: "\(entry.flagHelp)"))
            }
        }
        return Mirror(self, children: options)
    }

    /// The environment, overridden by flags.
    var environment: [String: String] { ProcessInfo.processInfo.environment.merging(flags) { $1 } }
}
