import Foundation

extension RepairTicket {
    /// How many tickets lie on a sample desk.
    static let sampleCount = 6

    /// Returns the sample desk of a user: the same for one user on one day, another for another user.
    static func samples(for userID: String, now: Date) -> [RepairTicket] {
        var draw = Draw(seed: userID)
        let devices = draw.pick(sampleCount, of: faults)
        let names = draw.pick(sampleCount, of: customers)
        let first = 4000 + draw.number(below: 5000)
        let promises = days.map { $0 + draw.number(below: 2) }.sorted()
        return devices.indices.map { index in
            let (date, words) = promise(daysFromNow: promises[index], now: now)
            return RepairTicket(
                number: "R-\(first + index * 3 + draw.number(below: 3))",
                device: devices[index].device,
                customer: names[index] + " " + String(initials[draw.number(below: initials.count)]) + ".",
                fault: devices[index].faults[draw.number(below: devices[index].faults.count)],
                status: statuses[index], promised: date, promisedText: words)
        }
    }

    /// Soonest first: what is nearly due is ready or on the bench.
    private static let days = [0, 1, 1, 2, 4, 6]
    private static let statuses: [Status] = [.ready, .repairing, .ready, .repairing, .waiting, .received]

    private static func promise(daysFromNow: Int, now: Date) -> (Date, String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let today = calendar.startOfDay(for: now)
        let date = calendar.date(byAdding: .day, value: daysFromNow, to: today) ?? today
        switch daysFromNow {
        case 0: return (date, "Today")
        case 1: return (date, "Tomorrow")
        default:
            let style = Date.VerbatimFormatStyle(
                format: "\(weekday: .abbreviated) \(day: .defaultDigits) \(month: .abbreviated)",
                locale: Locale(identifier: "en_GB"), timeZone: .gmt, calendar: calendar)
            return (date, date.formatted(style))
        }
    }

    private static let initials = Array("ABCDEFGHKLMNPRSTVW")
    private static let customers = [
        "Amira", "Bruno", "Chidi", "Dana", "Elif", "Freya", "Goran", "Hanna", "Ines", "Jonas", "Kavya", "Luca", "Mei",
        "Noor", "Oskar", "Priya", "Rosa", "Samuel", "Tove", "Yusuf",
    ]
    private static let faults: [(device: String, faults: [String])] = [
        ("iPhone 13 mini", ["Cracked screen", "Battery at 71 %", "Earpiece crackles"]),
        ("iPhone 15", ["Back glass broken", "Camera does not focus"]),
        ("Galaxy S22", ["Charging port loose", "Display flickers"]),
        ("Pixel 7a", ["Swollen battery", "Microphone silent"]),
        ("Fairphone 4", ["New USB-C module", "Speaker distorted"]),
        ("iPad Air (5th gen.)", ["Digitizer dead in one corner", "Does not charge"]),
        ("MacBook Air M1", ["Liquid on the keyboard", "Trackpad does not click"]),
        ("ThinkPad X1 Carbon", ["Fan rattles", "Left hinge broken"]),
        ("Dell XPS 13", ["No picture, powers on", "Battery drains overnight"]),
        ("Nintendo Switch", ["Left stick drifts", "Game card not read"]),
        ("Steam Deck", ["R1 button stuck", "SSD upgrade to 1 TB"]),
        ("Kindle Paperwhite", ["Screen frozen after a fall", "Will not wake"]),
        ("Sony WH-1000XM4", ["Headband hinge cracked", "Right side silent"]),
        ("Garmin Forerunner 255", ["Strap lug broken", "Fogged glass"]),
    ]
}

/// The same draws for the same seed, on every machine: FNV-1a, then SplitMix64. Nothing secret hangs on it.
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

    /// Returns different elements, in the order drawn.
    mutating func pick<Element>(_ count: Int, of elements: [Element]) -> [Element] {
        var rest = elements
        return (0..<min(count, rest.count)).map { _ in rest.remove(at: number(below: rest.count)) }
    }
}
