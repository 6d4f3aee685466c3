import Foundation
import LatchkeyPersistence
import SwiftData
import SwiftUI

/// A repair, as a model of the app's own. The identifier is unique: inserting it again replaces the former. A number
/// would not do: two taps before the list is redrawn would get the same one.
@Model
nonisolated final class Repair {
    @Attribute(.unique) var id: UUID
    var device: String
    var isDone = false

    init(id: UUID = UUID(), device: String) {
        self.id = id
        self.device = device
    }
}

/// The open repairs. The query follows the store.
struct RepairList: View {
    let models: any ModelStore
    @Query(filter: #Predicate<Repair> { !$0.isDone }, sort: \Repair.device) private var repairs: [Repair]
    @State private var problem: String?

    var body: some View {
        List {
            ForEach(repairs) { repair in
                Button(repair.device) { finish(repair) }
            }
            Button("New repair") { add() }
            if let problem { Text(verbatim: problem) }
        }
    }

    private func add() {
        attempt { try models.insert(Repair(device: "Phone")) }
    }

    private func finish(_ repair: Repair) {
        repair.isDone = true
        attempt { try models.save() }
    }

    private func attempt(_ body: () throws -> Void) {
        do {
            try body()
            problem = nil
        } catch {
            problem = error.localizedDescription
        }
    }
}

/// Moves the repairs of an earlier version out of UserDefaults: all or none. After an interruption it starts over.
/// Call it before the list appears: a failure discards unsaved changes.
@MainActor
func adoptRepairs(from defaults: UserDefaults, into persistence: SwiftDataPersistence) throws {
    struct FormerRepair: Decodable {
        let id: UUID
        let device: String
    }
    guard let data = defaults.data(forKey: "repairs") else { return }
    let context = persistence.modelContainer.mainContext
    // An interrupted call may have stored them, and they may have changed since.
    let stored = Set(try context.fetch(FetchDescriptor<Repair>()).map(\.id))
    for former in try JSONDecoder().decode([FormerRepair].self, from: data) where !stored.contains(former.id) {
        context.insert(Repair(id: former.id, device: former.device))
    }
    do { try context.save() } catch {
        context.rollback()
        throw error
    }
    // Only after all of them are stored.
    defaults.removeObject(forKey: "repairs")
}
