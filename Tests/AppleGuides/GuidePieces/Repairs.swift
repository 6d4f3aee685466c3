import Foundation
import LatchkeyPersistence
import SwiftData
import SwiftUI

/// A repair, as a model of the app's own. The number is unique: inserting it again replaces the former.
@Model
nonisolated final class Repair {
    @Attribute(.unique) var number: Int
    var device: String
    var isDone = false

    init(number: Int, device: String) {
        self.number = number
        self.device = device
    }
}

/// The open repairs. The query follows the store.
struct RepairList: View {
    let models: any ModelStore
    @Query(filter: #Predicate<Repair> { !$0.isDone }, sort: \Repair.number) private var repairs: [Repair]
    /// Finished ones too: a new repair with the number of one would replace it.
    @Query(sort: \Repair.number) private var all: [Repair]
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
        attempt { try models.insert(Repair(number: (all.last?.number ?? 0) + 1, device: "Phone")) }
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

/// Moves the repairs of an earlier version out of UserDefaults: all or none. Call it before the list appears, which
/// numbers new repairs after those in the store. After an interruption it starts over.
@MainActor
func adoptRepairs(from defaults: UserDefaults, into persistence: SwiftDataPersistence) throws {
    struct FormerRepair: Decodable {
        let number: Int
        let device: String
    }
    guard let data = defaults.data(forKey: "repairs") else { return }
    let context = persistence.modelContainer.mainContext
    for former in try JSONDecoder().decode([FormerRepair].self, from: data) {
        context.insert(Repair(number: former.number, device: former.device))
    }
    do { try context.save() } catch {
        context.rollback()
        throw error
    }
    // Only after all of them are stored.
    defaults.removeObject(forKey: "repairs")
}
