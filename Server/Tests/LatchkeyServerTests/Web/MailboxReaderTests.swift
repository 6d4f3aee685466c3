import Foundation
import HTTPTypes
import Testing

@testable import LatchkeyServer

@Suite final class MailboxReaderTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "latchkey-mailbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test func anEmailEntryShowsCodeAndSignInLink() async throws {
        try await send(subject: "Sign in – Latchkey")
        let entry = try #require(await entries().first)
        #expect(entry.id == "a")
        #expect(entry.to == "amira@example.org")
        #expect(entry.subject == "Sign in – Latchkey")
        #expect(entry.code == "K7QF-2M9X")
        #expect(entry.link == "http://127.0.0.1:8080/sign-in/verify#token=abc_-1")
        #expect(entry.text.hasPrefix("Grüezi") && entry.text.hasSuffix("Good-bye"))
        #expect(entry.createdAt == Self.start)
    }

    @Test func anEmailWithoutACodeIsListed() async throws {
        try await send(text: "No code here\n")
        #expect(await entries().first?.text == "No code here")
        #expect(await entries().first?.code == nil)
    }

    @Test("ASVS-1.2.2 a javascript: link is not a link")
    func aJavascriptLinkIsNotALink() async throws {
        try await send(text: "javascript:alert(1)\n")
        #expect(try #require(await entries().first).link == nil)
    }

    @Test func productionEmailsHaveNoMailboxCopy() async throws {
        try await send("a", feedsMailbox: false)
        try await send("b")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == ["a.eml", "b.eml", "b.json"])
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func incompleteOrInvalidMailboxFilesAreSkipped() async throws {
        try write("", as: "alone.eml")
        for (name, text) in [("empty", ""), ("text", "no JSON"), ("other", #"{"id":"x"}"#)] {
            try write("", as: name + ".eml")
            try write(text, as: name + ".json")
        }
        try await send("taken")
        try FileManager.default.removeItem(at: folder.appending(path: "taken.eml"))
        try write("", as: "folder.eml")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "folder.json"), withIntermediateDirectories: true)
        #expect(await entries().isEmpty)
    }

    @Test func theLatestHundredEmailsAreShownNewestFirst() async throws {
        for number in 0..<(MailboxReader.limit + 3) {
            let id = String(format: "%03d", 500 - number)
            let time = Self.start + .minutes(number)
            try await send(id, createdAt: time)
            try FileManager.default.setAttributes(
                [.modificationDate: time.date], ofItemAtPath: folder.appending(path: id + ".eml").path)
        }
        // A pipe without a writer: opening it would wait for ever.
        #expect(mkfifo(folder.appending(path: "pipe.json").path, 0o600) == 0)
        try write("", as: "pipe.eml")
        try FileManager.default.setAttributes(
            [.modificationDate: Self.start.date], ofItemAtPath: folder.appending(path: "pipe.eml").path)
        #expect(await entries().map(\.id) == (0..<MailboxReader.limit).map { String(format: "%03d", 398 + $0) })
    }

    @Test func readingTheMailboxBlocksNoRequest() async throws {
        try await TestServer.run(environment: ["LATCHKEY_DEV": "1"]) { server in
            let pipe = server.outbox.directory.appending(path: "pipe.json")
            #expect(mkfifo(pipe.path, 0o600) == 0)
            try Data().write(to: server.outbox.directory.appending(path: "pipe.eml"))
            let headers = ["Host": "127.0.0.1"]
            // One request for each thread of the task pool.
            let mailboxes = (0..<ProcessInfo.processInfo.activeProcessorCount).map { _ in
                Task { try await server.send(.get, "/dev/mailbox", headers: headers).status }
            }
            for _ in 0..<64 { #expect(try await server.send(.get, "/health/live", headers: headers).status == 200) }
            let completed = Shared(0)
            let counting = Task {
                for mailbox in mailboxes where try await mailbox.value == 200 { completed.change { $0 += 1 } }
            }
            // Each reader waits for a writer.
            try await waitUntil("mailboxes") {
                let writer = open(pipe.path, O_WRONLY | O_NONBLOCK)
                if writer >= 0 { close(writer) }
                return completed.value == mailboxes.count
            }
            try await counting.value
        }
    }

    @Test func aMissingFolderIsAnEmptyMailbox() async {
        #expect(await MailboxReader(folder: folder.appending(path: "none")).entries().isEmpty)
    }

    private static let start = Timestamp(milliseconds: 1_795_252_200_123)

    private func entries() async -> [MailboxEntry] { await MailboxReader(folder: folder).entries() }

    private func write(_ text: String, as name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    private func send(
        _ id: String = "a", subject: String = "Sign in", createdAt: Timestamp = start, feedsMailbox: Bool = true,
        text: String = """
        Grüezi

        K7QF-2M9X

        http://127.0.0.1:8080/sign-in/verify#token=abc_-1

        Good-bye

        """
    ) async throws {
        try await OutboxFolder(directory: folder, feedsMailbox: feedsMailbox).send(
            OutgoingEmail(
                id: id, from: .standard, recipient: "amira@example.org",
                content: EmailContent(subject: subject, text: text, html: "<p>WRNG-WRNG</p>"), createdAt: createdAt,
                failures: 0))
    }
}
