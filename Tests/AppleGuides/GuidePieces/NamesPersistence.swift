import LatchkeyPersistence
import SwiftData
import SwiftUI

/// Requirement 05's app. There is no `shared`: the app makes its store, and hands it on.
struct PersistentApp: App {
    private let store = Result { try SwiftDataPersistence(for: [Repair.self], in: .standard) }

    var body: some Scene {
        WindowGroup {
            switch store {
            case .success(let persistence):
                RepairList(models: persistence).modelContainer(persistence.modelContainer)
            case .failure(let error): Text(verbatim: "\(error)")
            }
        }
    }
}
