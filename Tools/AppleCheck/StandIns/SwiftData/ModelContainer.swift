import Foundation

// Page: swiftdata/modelconfiguration. Not Sendable.
@available(iOS 17.0, macOS 14.0, *)
public struct ModelConfiguration {
    // Page: modelconfiguration/cloudkitdatabase-swift.struct.
    public struct CloudKitDatabase {
        public static var automatic: Self { Self() }
        public static var none: Self { Self() }
    }
    // Page: modelconfiguration/groupcontainer-swift.struct.
    public struct GroupContainer { public static var automatic: Self { Self() } }
    let url: URL?

    // Pages: modelconfiguration/init(_:schema:isstoredinmemoryonly:allowssave:groupcontainer:cloudkitdatabase:),
    // init(_:schema:url:allowssave:cloudkitdatabase:).
    public init(
        _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false, allowsSave: Bool = true,
        groupContainer: GroupContainer = .automatic, cloudKitDatabase: CloudKitDatabase = .automatic
    ) { url = nil }
    public init(
        _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) { self.url = url }
}

// Page: swiftdata/modelcontainer. Its objects are in memory here, shared by all contexts.
@available(iOS 17.0, macOS 14.0, *)
public class ModelContainer: @unchecked Sendable {
    private let lock = NSLock()
    private var objects: [any PersistentModel] = []
    /// Not Apple's: makes the next save fail.
    public var failsNextSave = false

    // Page: modelcontainer/init(for:migrationplan:configurations:). The plan is left out. Fails unless the URL is
    // a file's.
    public init(for givenSchema: Schema, configurations: [ModelConfiguration]) throws {
        if let url = configurations.lazy.compactMap(\.url).first(where: { !$0.isFileURL }) {
            throw CocoaError(.fileReadUnsupportedScheme, userInfo: [NSURLErrorKey: url])
        }
    }
    // Page: modelcontainer/maincontext.
    @MainActor public private(set) lazy var mainContext = ModelContext(self)

    func withObjects<Result>(_ body: (inout [any PersistentModel]) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&objects)
    }
}

// Page: swiftdata/modelcontext. Not Sendable.
@available(iOS 17.0, macOS 14.0, *)
public class ModelContext {
    private let container: ModelContainer
    private var inserted: [any PersistentModel] = []
    private var deleted: Set<ObjectIdentifier> = []

    /// Whether it belongs to the main queue. Apple's warns if it is used on another queue; this one throws.
    private let isOfMain = mainQueue.isCurrent

    public init(_ container: ModelContainer) { self.container = container }
    private func check() throws { if mainQueue.isCurrent != isOfMain { throw CocoaError(.fileWriteNoPermission) } }
    // Page: modelcontext/autosaveenabled.
    public var autosaveEnabled = false

    // Page: modelcontext/haschanges. A changed property does not count here: contexts share their objects.
    public var hasChanges: Bool { !inserted.isEmpty || !deleted.isEmpty }
    // Pages: modelcontext/insert(_:), delete(_:), fetch(_:), save(), rollback().
    public func insert<T: PersistentModel>(_ model: T) { inserted.append(model) }
    public func delete<T: PersistentModel>(_ model: T) { deleted.insert(ObjectIdentifier(model)) }
    public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        try check()
        let present = container.withObjects { $0 } + inserted
        return try present.compactMap { $0 as? T }.filter { object in
            try !deleted.contains(ObjectIdentifier(object)) && descriptor.predicate?.evaluate(object) ?? true
        }
    }
    public func save() throws {
        try check()
        // SQLite's behavior with a NUL in a text is unreliable.
        let texts = inserted.flatMap { Mirror(reflecting: $0).children.compactMap { $0.value as? String } }
        if texts.contains(where: { $0.contains("\u{0}") }) { throw CocoaError(.fileWriteInapplicableStringEncoding) }
        try container.withObjects { objects in
            if container.failsNextSave {
                container.failsNextSave = false
                throw CocoaError(.fileWriteOutOfSpace)
            }
            objects = (objects + inserted).filter { !deleted.contains(ObjectIdentifier($0)) }
        }
        (inserted, deleted) = ([], [])
    }
    public func rollback() { (inserted, deleted) = ([], []) }
}
/// Identifies the main queue, which the main thread need not serve on Linux.
private let mainQueue = MainQueue()
private struct MainQueue: @unchecked Sendable {
    // Proof: only read after this initialization.
    private let key = DispatchSpecificKey<Bool>()
    init() { DispatchQueue.main.setSpecific(key: key, value: true) }
    var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
@available(*, unavailable, message: "contexts cannot be shared across concurrency contexts")
extension ModelContext: @unchecked Sendable {}

// Page: swiftdata/fetchdescriptor.
@available(iOS 17.0, macOS 14.0, *)
public struct FetchDescriptor<T: PersistentModel> {
    public var predicate: Predicate<T>?
    // Page: fetchdescriptor/init(predicate:sortby:).
    public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) { self.predicate = predicate }
}
