import Testing

@testable import LatchkeyServer

extension StoreContract {
    /// Imports of passcodes.
    static let imports = [
        StoreRule("an import is staged and decided in one state") {
            store in
            try await store.write { transaction in
                let imports = transaction.imports
                for (index, id) in rowIDs("b", "a", "c").enumerated() {
                    try imports.insert(id: id, at: now + .seconds(index))
                }
                try hold(imports.ids() == rowIDs("b", "a", "c"))
                try hold(imports.decide(id: rowID("a")))
                try hold(!imports.decide(id: rowID("a")) && !imports.decide(id: rowID("d")))
                try imports.abandonStaging(exceptSince: now + .seconds(2)...now + .seconds(2))
                try hold(
                    rowIDs("b", "a", "c", "d").map { try imports.state(id: $0) } == [
                        .abandoned, .decided, .staging, nil,
                    ])
                try imports.abandonStaging(exceptSince: nil)
                try hold(imports.state(id: rowID("c")) == .abandoned)
                let passcode = StagedPasscode(importID: rowID("c"), email: "ann@example.com", passcodeHash: "v")
                try hold(!imports.stage(passcode))
                try imports.abandonAll()
                try hold(imports.state(id: rowID("a")) == .abandoned)
                try imports.delete(id: rowID("a"))
                try hold(imports.ids() == rowIDs("b", "c"))
            }
        },
        StoreRule("staged passcodes belong to their import") { store in
            try await store.write { transaction in
                let imports = transaction.imports
                for id in rowIDs("a", "b") {
                    try imports.insert(id: id, at: now)
                    for email in 0..<3 {
                        let email = "\(email)@example.com"
                        try hold(imports.stage(StagedPasscode(importID: id, email: email, passcodeHash: "v")))
                    }
                }
                try hold(imports.staged(importID: rowID("a"), limit: 2, except: []).count == 2)
                let first = try #require(try imports.staged(importID: rowID("a"), limit: 9, except: []).first)
                let others = try imports.staged(importID: rowID("a"), limit: 9, except: [first.key])
                hold(others.count == 2 && !others.contains(first))
                try imports.unstage(key: first.key)
                try hold(
                    imports.staged(importID: rowID("a"), limit: 9, except: []).compactMap(\.value?.email).count == 2)
                try hold(
                    !imports.staged(importID: rowID("a"), limit: 9, except: []).contains { $0.value == first.value })
                try hold(imports.staged(importID: rowID("b"), limit: 9, except: []).count == 3)
            }
        },
    ]
}
