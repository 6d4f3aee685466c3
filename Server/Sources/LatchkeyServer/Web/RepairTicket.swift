import Foundation

/// A sample of data behind the lock: a repair order of a workshop.
struct RepairTicket: Equatable, Sendable {
    enum Status: String, CaseIterable, Sendable {
        case received, waiting, repairing, ready
    }

    /// The ticket's number, such as `R-4821`, unique among a user's tickets.
    var number: String
    var device: String
    /// The customer's first name and initial.
    var customer: String
    var fault: String
    var status: Status
    /// The due date, in UTC.
    var promised: Date
    /// The due date in words, relative to the day of creation: `Tomorrow`, `Thu 26 Nov`.
    var promisedText: String

    /// The number of tickets per user.
    static let sampleCount = 6

    /// Returns the tickets of a user in a language: the same all day, and different for each user.
    static func samples(for userID: String, now: Date, texts: Texts) -> [RepairTicket] {
        var draw = Draw(seed: userID)
        let devices = draw.pick(sampleCount, of: texts.desk.devices)
        let names = draw.pick(sampleCount, of: customers)
        let first = 4000 + draw.number(below: 5000)
        let promises = days.map { $0 + draw.number(below: 2) }.sorted()
        return devices.indices.map { index in
            let (date, words) = promise(daysFromNow: promises[index], now: now, texts)
            return RepairTicket(
                number: "R-\(first + index * 3 + draw.number(below: 3))",
                device: devices[index].name,
                customer: names[index] + " " + String(initials[draw.number(below: initials.count)]) + ".",
                fault: devices[index].faults[draw.number(below: devices[index].faults.count)],
                status: statuses[index], promised: date, promisedText: words)
        }
    }

    /// Days until each ticket is due. A ticket that is due soon is ready or in repair.
    private static let days = [0, 1, 1, 2, 4, 6]
    private static let statuses: [Status] = [.ready, .repairing, .ready, .repairing, .waiting, .received]

    private static func promise(daysFromNow: Int, now: Date, _ texts: Texts) -> (Date, String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let today = calendar.startOfDay(for: now)
        let date = calendar.date(byAdding: .day, value: daysFromNow, to: today) ?? today
        switch daysFromNow {
        case 0: return (date, texts.desk.today)
        case 1: return (date, texts.desk.tomorrow)
        default:
            let style = Date.FormatStyle(
                locale: Locale(identifier: texts.language.locale), calendar: calendar, timeZone: .gmt)
            return (date, date.formatted(style.weekday(.abbreviated).day().month(.abbreviated)))
        }
    }

    private static let initials = Array("ABCDEFGHKLMNPRSTVW")
    private static let customers = [
        "Amira", "Bruno", "Chidi", "Dana", "Elif", "Freya", "Goran", "Hanna", "Ines", "Jonas", "Kavya", "Luca", "Mei",
        "Noor", "Oskar", "Priya", "Rosa", "Samuel", "Tove", "Yusuf",
    ]
}

/// A generator of the same numbers for the same seed on every machine (FNV-1a and SplitMix64). Not for secrets.
private struct Draw {
    private var state: UInt64

    init(seed: String) {
        state = seed.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    mutating func number(below bound: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }

    /// Returns different elements in the order in which they were drawn.
    mutating func pick<Element>(_ count: Int, of elements: [Element]) -> [Element] {
        var rest = elements
        return (0..<min(count, rest.count)).map { _ in rest.remove(at: number(below: rest.count)) }
    }
}
