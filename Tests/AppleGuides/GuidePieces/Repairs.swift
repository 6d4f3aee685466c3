import Foundation
import LatchkeyPersistence
import SwiftData
import SwiftUI

/// A repair, as a model of the app's own. The number is unique: one that is inserted again replaces the former.
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

/// The open repairs. The query follows the store: what is inserted, changed or deleted shows at once.
struct RepairList: View {
    let persistence: SwiftDataPersistence
    @Query(filter: #Predicate<Repair> { !$0.isDone }, sort: \Repair.number) private var repairs: [Repair]
    @Environment(\.modelContext) private var context
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
        context.insert(Repair(number: (repairs.last?.number ?? 0) + 1, device: "Phone"))
        attempt { try persistence.save() }
    }

    private func finish(_ repair: Repair) {
        repair.isDone = true
        attempt { try persistence.save() }
    }

    private func attempt(_ body: () throws -> Void) {
        do { try body() } catch { problem = "Nothing was saved: \(error)" }
    }
}

/// Takes over what an earlier version kept in UserDefaults. Stopped between the two steps, it does the same again.
@MainActor
func adoptRepairs(from defaults: UserDefaults, into persistence: SwiftDataPersistence) throws {
    struct FormerRepair: Decodable {
        let number: Int
        let device: String
    }
    guard let data = defaults.data(forKey: "repairs") else { return }
    for former in try JSONDecoder().decode([FormerRepair].self, from: data) {
        persistence.modelContainer.mainContext.insert(Repair(number: former.number, device: former.device))
    }
    try persistence.save()
    // Only now: a full disk has left everything where it was.
    defaults.removeObject(forKey: "repairs")
}
