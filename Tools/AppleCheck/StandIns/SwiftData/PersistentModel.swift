// Read from the Swift interface of SwiftData in the iOS 18.0 SDK; everything is iOS 17, macOS 14. Page:
// swiftdata/<name>. Known to differ: on Apple @Model also adds members and accessors, here it adds the conformance
// only.
@_exported import Foundation
@_exported import Observation

// Page: swiftdata/persistentmodel.
@available(iOS 17.0, macOS 14.0, *)
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable {}
@available(iOS 17.0, macOS 14.0, *)
extension PersistentModel {
    public static func == (first: Self, second: Self) -> Bool { first === second }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    // Page: persistentmodel/modelcontext.
    public var modelContext: ModelContext? { nil }
}

// Pages: swiftdata/model(), swiftdata/attribute(_:originalname:hashmodifier:).
@attached(extension, conformances: Observable, PersistentModel)
public macro Model() = #externalMacro(module: "AppleStandIns", type: "Model")
@attached(peer)
public macro Attribute(
    _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "AppleStandIns", type: "Nothing")

// Page: swiftdata/schema. Not Sendable.
@available(iOS 17.0, macOS 14.0, *)
public final class Schema {
    public class Attribute {
        public struct Option: Hashable { public static var unique: Option { Self() } }
    }
    // Page: schema/init(_:version:). The version is left out.
    public init(_ types: [any PersistentModel.Type]) {}
}
