import LatchkeyServerCore
import Testing

@Suite struct PriorityQueueTests {
    private func queue(_ elements: [(String, Int)]) -> PriorityQueue<String> {
        var queue = PriorityQueue<String>(priorities: 3)
        for (element, priority) in elements { queue.append(element, priority: priority) }
        return queue
    }

    private func order(_ queue: PriorityQueue<String>, isOverdue: (String) -> Bool = { _ in false }) -> [String] {
        var queue = queue
        var order: [String] = []
        while let next = queue.takeNext(isOverdue: isOverdue) { order.append(next) }
        return order
    }

    @Test func queueReturnsHighestPriorityFirstThenOldest() {
        let queue = queue([("a", 0), ("b", 1), ("c", 2), ("d", 1), ("e", 2)])
        #expect(queue.count == 5 && !queue.isEmpty && Array(queue.elements) == ["a", "b", "d", "c", "e"])
        #expect(order(queue) == ["c", "e", "b", "d", "a"])
    }

    @Test func overdueJobOfLowestPriorityPrecedesNextPriorityOnly() {
        let queue = queue([("a", 0), ("late", 0), ("b", 1), ("c", 2)])
        #expect(order(queue) { $0 == "late" || $0 == "b" } == ["c", "late", "b", "a"])
    }

    @Test func unreadyElementsWaitAndReturnedElementsComeFirst() {
        var queue = queue([("a", 1), ("b", 1), ("c", 2)])
        #expect(queue.takeNext(where: { $0 != "c" && $0 != "a" }, isOverdue: { _ in false }) == "b")
        queue.putBack("b", priority: 1)
        #expect(order(queue) == ["c", "b", "a"])
        #expect(queue.removeAll { $0 != "b" } == ["a", "c"])
        #expect(queue.removeAll() == ["b"] && queue.isEmpty)
    }
}
