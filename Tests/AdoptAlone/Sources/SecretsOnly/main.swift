import Foundation
import LatchkeySecureStorage

let home = FileManager.default.temporaryDirectory.appendingPathComponent("adopt-alone-\(UUID())")
defer { try? FileManager.default.removeItem(at: home) }
let storage = try FileSecureStorage(directory: home, key: .file(home.appendingPathComponent("key")))
try await storage.save("token", for: "authToken")
let token: String? = try await storage.load(for: "authToken")
print(token ?? "absent")
