import ChildProcess
import Crypto
import Foundation
import Testing

@testable import LatchkeySecureStorage

@Suite struct FileSecureStorageFileTests {
    @Test func onlyTheOwnerCanAccessDirectoryAndFiles() async throws {
        let file = try FileStore()
        let old = umask(0)
        defer { umask(old) }
        try await file.open().save("secret", for: "a")
        #expect(try FileStore.mode(file.directory) == 0o700)
        #expect(try FileStore.mode(file.keyURL) == 0o600)
        #expect(try FileStore.mode(file.file(for: "a")) == 0o600)
    }

    @Test(arguments: [0o701, 0o710, 0o750, 0o777]) func directoryOpenToOthersIsRejected(mode: mode_t) throws {
        let file = try FileStore()
        #expect(mkdir(file.directory.path, 0o700) == 0 && chmod(file.directory.path, mode) == 0)
        #expect(throws: SecureStorageError.unsafePermissions(path: file.directory.path)) { try file.open() }
    }

    @Test(arguments: [0o604, 0o640, 0o666]) func keyOpenToOthersIsRejected(mode: mode_t) throws {
        let file = try FileStore()
        _ = try file.open()
        #expect(chmod(file.keyURL.path, mode) == 0)
        #expect(throws: SecureStorageError.unsafePermissions(path: file.keyURL.path)) { try file.open() }
    }

    @Test("C14 a storage is identified by its open directory")
    func aStorageIsIdentifiedByItsOpenDirectory() throws {
        let file = try FileStore()
        let first = try file.open()
        #expect(try file.open().identity == first.identity)
        let moved = file.temporary.url.appendingPathComponent("moved")
        try FileManager.default.moveItem(at: file.directory, to: moved)
        let key = FileSecureStorageKey.file(moved.appendingPathComponent("key"))
        #expect(try FileSecureStorage(directory: moved, key: key).identity == first.identity)
        #expect(try file.open().identity != first.identity, "another directory in its place")
    }

    @Test("C4 MASVS-CRYPTO-2 a missing key makes secrets unreadable and is not recreated")
    func aMissingKeyMakesSecretsUnreadableAndIsNotRecreated() async throws {
        let file = try FileStore()
        try await file.open().save("secret", for: "a")
        try FileManager.default.removeItem(at: file.keyURL)
        #expect(throws: SecureStorageError.unreadable(reason: "the key is missing")) { try file.open() }
        #expect(try file.names() == [file.file(for: "a").lastPathComponent])
    }

    @Test(arguments: [0, 31, 33, 64]) func aKeyOfAnotherLengthIsUnreadable(length: Int) throws {
        let file = try FileStore()
        _ = try file.open()
        try Data(count: length).write(to: file.keyURL)
        #expect { try file.open() } throws: { error in
            guard case .unreadable? = error as? SecureStorageError else { return false }
            return true
        }
    }

    @Test func systemdCredentialIsReadButNeverCreated() async throws {
        let file = try FileStore()
        let key = try #require(
            FileSecureStorageKey.systemdCredential(
                named: "vault", environment: ["CREDENTIALS_DIRECTORY": file.temporary.url.path]))
        #expect(throws: SecureStorageError.unreadable(reason: "the key is missing")) {
            try FileSecureStorage(directory: file.directory, key: key)
        }
        try Data(0..<32).write(to: file.temporary.url.appendingPathComponent("vault"))
        try await FileSecureStorage(directory: file.directory, key: key).save("secret", for: "a")
        let store = try FileSecureStorage(directory: file.directory, key: key)
        #expect(try await store.load(String.self, for: "a") == "secret")
    }

    @Test("ASVS-5.3.2 credential name cannot be a path", arguments: ["", ".", "..", "../key", "a/b"])
    func credentialNameCannotBeAPath(name: String) {
        let environment = ["CREDENTIALS_DIRECTORY": "/x"]
        #expect(FileSecureStorageKey.systemdCredential(named: name, environment: environment) == nil)
        #expect(FileSecureStorageKey.systemdCredential(named: "a", environment: [:]) == nil)
    }

    @Test("MASVS-STORAGE-1 names and values cannot be read from the files")
    func namesAndValuesCannotBeReadFromTheFiles() async throws {
        let file = try FileStore()
        try await file.open().save("the-secret-value", for: "the-secret-name")
        for name in try file.names() {
            let bytes = try Data(contentsOf: file.directory.appendingPathComponent(name))
            #expect(!name.contains("the-secret"))
            #expect(bytes.range(of: Data("the-secret".utf8)) == nil)
        }
    }

    @Test func largestSecretIsStoredAndALargerOneRejected() async throws {
        let file = try FileStore()
        let store = try file.open()
        // Two bytes are quotation marks.
        let largest = String(repeating: "x", count: FileSecureStorage.maximumLength - 2)
        try await store.save(largest, for: "a")
        #expect(try await store.load(String.self, for: "a") == largest)
        await #expect(throws: SecureStorageError.saveFailed(SystemFailure(errno: EFBIG))) {
            try await store.save(largest + "x", for: "a")
        }
        #expect(try await store.load(String.self, for: "a") == largest)
    }

    @Test func loadingReadsOnlyTheRequestedSecret() async throws {
        let file = try FileStore()
        let store = try file.open()
        // Bypasses the store, which waits for the disk after each write.
        let seal = SecretSeal(key: SymmetricKey(data: try Data(contentsOf: file.keyURL)))
        for index in 0..<1000 {
            let key = "secret \(index)"
            try seal.seal(SecretCoding.encode(index), key: key).write(to: file.file(for: key))
        }
        for index in 0..<1000 { #expect(try await store.load(Int.self, for: "secret \(index)") == index) }
        #expect(try file.names().count == 1001)
        for index in 0..<1000 where index != 500 {
            try Data("torn".utf8).write(to: file.file(for: "secret \(index)"))
        }
        #expect(try await store.load(Int.self, for: "secret 500") == 500)
        try await store.save(501, for: "secret 500")
        #expect(try await store.load(Int.self, for: "secret 500") == 501)
    }

    @Test func storedFileFormatDoesNotChange() async throws {
        let file = try FileStore()
        _ = try file.open()
        try Data(0..<32).write(to: file.keyURL)
        let sealed = try SecretSeal(key: .init(data: Data(0..<32))).seal(Data("\"secret\"".utf8), key: "name")
        #expect(sealed.prefix(4) == Data("LKS1".utf8) && sealed.count == 4 + 12 + 8 + 16)
        try sealed.write(to: file.file(for: "name"))
        #expect(try await file.open().load(String.self, for: "name") == "secret")
    }
}
