/// A queue ordered by priority, then by arrival.
package struct PriorityQueue<Element> {
    /// The elements by priority; the last list is the most urgent.
    private var waiting: [[Element]]

    package init(priorities: Int) {
        waiting = Array(repeating: [], count: priorities)
    }

    package var isEmpty: Bool { waiting.allSatisfy { $0.isEmpty } }
    package var count: Int { waiting.reduce(0) { $0 + $1.count } }
    /// All elements, the least urgent first.
    package var elements: FlattenSequence<[[Element]]> { waiting.joined() }

    package mutating func append(_ element: Element, priority: Int) {
        waiting[priority].append(element)
    }

    /// Inserts an element before all others of its priority.
    package mutating func putBack(_ element: Element, priority: Int) {
        waiting[priority].insert(element, at: 0)
    }

    /// Removes and returns the most urgent element. An overdue element of lower priority goes first, so that it does
    /// not starve under constant load.
    package mutating func takeNext(
        where isReady: (Element) -> Bool = { _ in true }, isOverdue: (Element) -> Bool
    ) -> Element? {
        for priority in waiting.indices.reversed() {
            if priority == 1, let overdue = take(0, where: { isReady($0) && isOverdue($0) }) { return overdue }
            if let element = take(priority, where: isReady) { return element }
        }
        return nil
    }

    /// Removes matching elements. Calls the predicate once for each element, because its result may change.
    package mutating func removeAll(where isWanted: (Element) -> Bool = { _ in true }) -> [Element] {
        var removed: [Element] = []
        for priority in waiting.indices {
            var kept: [Element] = []
            for element in waiting[priority] {
                if isWanted(element) { removed.append(element) } else { kept.append(element) }
            }
            waiting[priority] = kept
        }
        return removed
    }

    private mutating func take(_ priority: Int, where isWanted: (Element) -> Bool) -> Element? {
        waiting[priority].firstIndex(where: isWanted).map { waiting[priority].remove(at: $0) }
    }
}
