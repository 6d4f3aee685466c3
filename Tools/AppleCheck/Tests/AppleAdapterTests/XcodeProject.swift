import Foundation
import Testing

/// The objects of a `project.pbxproj`, a property list in the old style.
struct XcodeProject {
    let objects: [String: [String: Any]]
    let root: String

    init(_ project: URL) throws {
        let data = try Data(contentsOf: project.appending(path: "project.pbxproj"))
        let plist = try #require(PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
        objects = try #require(plist["objects"] as? [String: [String: Any]])
        root = try #require(plist["rootObject"] as? String)
    }

    func objects(_ isa: String) -> [[String: Any]] { objects.values.filter { $0["isa"] as? String == isa } }

    /// Returns the objects in an object's property.
    func each(_ property: String, of object: [String: Any]) -> [[String: Any]] {
        (object[property] as? [String] ?? []).compactMap { objects[$0] }
    }

    func texts(_ property: String, of objects: [[String: Any]]) -> [String] {
        objects.compactMap { $0[property] as? String }.sorted()
    }

    /// Returns the settings of a target or of the project, for Debug and for Release.
    func settings(of object: [String: Any]) throws -> [[String: Any]] {
        let list = try #require(objects[object["buildConfigurationList"] as? String ?? ""])
        return each("buildConfigurations", of: list).compactMap { $0["buildSettings"] as? [String: Any] }
    }

    func target(_ name: String) throws -> [String: Any] {
        try #require(objects("PBXNativeTarget").first { $0["name"] as? String == name })
    }

    /// Returns the identifiers in a value.
    static func references(in value: Any) -> Set<String> {
        switch value {
        case let text as String: text.wholeMatch(of: /[0-9A-F]{24}/) == nil ? [] : [text]
        case let list as [Any]: list.reduce(into: []) { $0.formUnion(references(in: $1)) }
        case let object as [String: Any]:
            object.reduce(into: []) { $0.formUnion(references(in: $1.key).union(references(in: $1.value))) }
        default: []
        }
    }
}
