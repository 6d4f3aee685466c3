import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension StoreContract {
    /// Requested and queued emails.
    static let emails = [
        StoreRule("requests are rendered in order and counted") {
            store in
            try await store.write { transaction in
                let requests = transaction.emailRequests
                try requests.insert(request("b", at: now))
                try requests.insert(request("a", at: now))
                let rows = try requests.pending(limit: 9, except: [])
                hold(rows.map(\.value?.id) == rowIDs("b", "a"))
                try hold(requests.pending(limit: 1, except: []).map(\.value?.id) == rowIDs("b"))
                try hold(requests.pending(limit: 9, except: [rows[0].key]).map(\.value?.id) == rowIDs("a"))
                hold(rows[0].key == UnreadableRows.key(ofID: rowID("b")))
                try hold(requests.waitingCount(upTo: 9) == 2)
                try hold(requests.waitingCount(upTo: 1) == 1)
                try hold(requests.markMade(id: rowID("b")))
                try hold(!requests.markMade(id: rowID("b")))
                try hold(!requests.markMade(id: rowID("c")))
                try hold(requests.waitingCount(upTo: 9) == 1)
                try hold(requests.nextPending()?.id == rowID("a"))
                let before = now - .milliseconds(1)
                try hold(
                    requests.recent(email: "a@example.com", purpose: .signIn, after: before).map(\.id)
                        == rowIDs("b", "a"))
                try hold(requests.recent(email: "a@example.com", purpose: .signIn, after: now).isEmpty)
                try hold(requests.count(network: "192.0.2.1", after: before) == 2)
                try hold(requests.count(network: "192.0.2.1", after: now) == 0)
                try hold(requests.count(network: "192.0.2.2", after: before) == 0)
                try hold(requests.deleteOutdated(upTo: before, limit: 9) == 0)
                try hold(requests.deleteOutdated(upTo: now, limit: 1) == 1)
                try hold(requests.count(network: "192.0.2.1", after: before) == 1)
                try hold(requests.deleteOutdated(upTo: now, limit: 9) == 1)
            }
        },
        StoreRule("networks of a site are counted up to a limit") {
            store in
            try await store.write { transaction in
                let requests = transaction.emailRequests
                let ips = ["2001:db8:0:1::1", "2001:db8:0:ffff::1", "2001:db8:1:1::1", "2001:db8:0f:1::1", "192.0.2.1"]
                for (index, ip) in ips.enumerated() {
                    var request = request("\(index)", at: now + .milliseconds(index))
                    request.clientNetwork = ClientNetwork(ip: ip).text
                    try requests.insert(request)
                }
                let site = try #require(ClientNetwork(ip: "2001:db8:0:7::1").site)
                let before = now - .milliseconds(1)
                try hold(requests.count(site: site, after: before, upTo: 9) == 2)
                try hold(requests.count(site: site, after: before, upTo: 1) == 1)
                try hold(requests.count(site: site, after: now, upTo: 9) == 1)
            }
        },
        StoreRule("future requests are moved to now") { store in
            try await store.write { transaction in
                let requests = transaction.emailRequests
                try requests.insert(request("future", at: now + .hours(2)))
                try requests.insert(request("past", at: now - .hours(2)))
                try requests.clampTimestamps(to: now)
                let recent = try requests.recent(email: "a@example.com", purpose: .signIn, after: now - .days(1))
                hold(recent.map(\.requestedAt) == [now, now - .hours(2)])
                hold(recent.map(\.allowanceUsedUntil) == [now + .minutes(1), now - .hours(2) + .minutes(1)])
            }
        },
        StoreRule("withdrawn requests still count") { store in
            try await store.write { transaction in
                let requests = transaction.emailRequests
                try requests.insert(request("a", at: now))
                try requests.markAllMade(email: "b@example.com")
                try hold(requests.nextPending()?.id == rowID("a"))
                try requests.markAllMade(email: "a@example.com")
                try hold(requests.nextPending() == nil)
                try hold(requests.count(network: "192.0.2.1", after: now - .milliseconds(1)) == 1)
            }
        },
        StoreRule("an account has one notice per kind") { store in
            try await store.write { transaction in
                let notices = transaction.notices
                var first = notice("a", .signedIn, due: now)
                try notices.save(first)
                try notices.save(notice("a", .passcodeSet, due: now + .milliseconds(1)))
                try notices.save(notice("b", .signedIn, due: now - .seconds(1)))
                let due = try notices.due(at: now, limit: 9, except: [])
                hold(due.map(\.value?.accountID) == rowIDs("b", "a"))
                try hold(notices.due(at: now, limit: 9, except: [due[0].key]).map(\.value?.accountID) == rowIDs("a"))
                try hold(notices.due(at: now, limit: 1, except: []).map(\.value?.accountID) == rowIDs("b"))
                // A due time later than that of any notice predates a clock change.
                try notices.save(notice("c", .signedIn, due: now + Notice.interval))
                try notices.save(notice("d", .signedIn, due: now + Notice.interval + .milliseconds(1)))
                try hold(notices.due(at: now, limit: 9, except: []).map(\.value?.accountID) == rowIDs("b", "a", "d"))
                try notices.save(notice("d", .signedIn, due: now + Notice.interval))
                first.markSent(at: now)
                try notices.save(first)
                try hold(notices.find(accountID: rowID("a"), kind: .signedIn) == first)
                try hold(notices.find(accountID: rowID("b"), kind: .passcodeSet) == nil)
                try hold(notices.due(at: now, limit: 9, except: []).map(\.value?.accountID) == rowIDs("b"))
                try hold(notices.deleteSent(at: now + Notice.interval - .milliseconds(1), limit: 9) == 0)
                try hold(notices.deleteSent(at: now + Notice.interval, limit: 9) == 1)
                try hold(notices.find(accountID: rowID("a"), kind: .passcodeSet) != nil)
            }
        },
        StoreRule("the queue returns due emails, oldest first") { store in
            try await store.write { transaction in
                let outbox = transaction.outbox
                try outbox.insert(queuedEmail("later", due: now + .milliseconds(1)))
                try outbox.insert(queuedEmail("over", due: now - .hours(1), end: now))
                try outbox.insert(queuedEmail("second", due: now))
                try outbox.insert(queuedEmail("first", due: now - .seconds(1)))
                for id in rowIDs("first", "second") {
                    try hold(outbox.nextDue(at: now)?.id == id)
                    try outbox.delete(id: id)
                }
                try hold(outbox.nextDue(at: now) == nil)
                try hold(outbox.nextDue(at: now + .milliseconds(1))?.id == rowID("later"))
                let end = now + .milliseconds(1)
                try outbox.clampTimestamps(to: now, laterThan: end, madeAfter: end)
                try hold(outbox.nextDue(at: now) == nil)
                try outbox.clampTimestamps(to: now, laterThan: now, madeAfter: now)
                try hold(outbox.nextDue(at: now)?.id == rowID("later"))
                try outbox.hold(id: rowID("later"), until: now + .seconds(3))
                try hold(outbox.nextDue(at: now + .seconds(3) - .milliseconds(1)) == nil)
                try hold(outbox.nextDue(at: now + .seconds(3))?.id == rowID("later"))
            }
        },
        StoreRule("a recipient's emails are deleted by purpose") { store in
            try await store.write { transaction in
                let outbox = transaction.outbox
                for (id, purpose) in [("s", .signIn), ("r", .reset), ("n", .notice)] as [(String, EmailPurpose)] {
                    try outbox.insert(queuedEmail(id, purpose))
                }
                try hold(outbox.nextDue(at: now, isNotice: true, except: [])?.value == queuedEmail("n", .notice))
                try hold(outbox.nextDue(at: now, isNotice: false, except: [])?.value == queuedEmail("s", .signIn))
                let key = UnreadableRows.key(ofID: rowID("s"))
                try hold(outbox.nextDue(at: now, isNotice: false, except: [key])?.value?.id == rowID("r"))
                try hold(outbox.deleteAll(recipient: "b@example.com", purpose: .reset) == nil)
                try outbox.hold(id: rowID("s"), until: now + .seconds(1))
                try outbox.insert(queuedEmail("t", .signIn))
                try hold(outbox.deleteAll(recipient: "a@example.com", purpose: .signIn) == now)
                try hold(outbox.ids() == rowIDs("n", "r"))
            }
        },
    ]
}
