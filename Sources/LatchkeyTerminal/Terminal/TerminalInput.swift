internal import Foundation

/// The keys that are typed, read on a thread of their own.
final class TerminalInput: Sendable {
    private enum Order: Sendable { case read, pause, stop }

    private struct State: Sendable {
        var order = Order.pause
        /// Whether the thread will not read before it is told to.
        var isIdle = true
    }

    /// How long an `ESC` waits for the rest of a sequence, in milliseconds.
    private static let escapeTime: Int32 = 50

    private let device: TerminalDevice
    private let wakeUp: WakeUp
    private let queue: KeyQueue
    private let condition = NSCondition()
    private let state = Guarded(State())

    /// Reads nothing before ``resume()``.
    init(device: TerminalDevice) throws(TerminalError) {
        let wakeUp = try WakeUp()
        (self.device, self.wakeUp) = (device, wakeUp)
        queue = KeyQueue(onSpace: { wakeUp.call() })
        let thread = Thread { [weak self, wakeUp, device, queue] in
            // Without a strong reference while it waits, so that the object can go.
            var parser = KeyParser()
            while let timeOut = self?.timeOut(parser) {
                let event = Self.poll(device.descriptor, wakeUp, timeOut)
                guard let input = self else { break }
                input.handle(event, &parser)
            }
            queue.finish()
        }
        thread.name = "latchkey.terminal.input"
        thread.start()
    }

    deinit {
        state.withLock { $0.order = .stop }
        wakeUp.call()
    }

    /// The keys, until ``stop()`` or until the terminal is gone. For one reader.
    var keys: AsyncStream<Key> {
        let queue = queue
        return AsyncStream(unfolding: { await queue.next() })
    }

    /// Goes on reading.
    func resume() { give(.read) }

    /// Stops reading; when it returns, every further byte is another program's. Keys that were read and not taken are
    /// forgotten.
    func pause() {
        give(.pause)
        condition.lock()
        while !state.withLock({ $0.isIdle || $0.order != .pause }) { condition.wait() }
        condition.unlock()
        queue.removeAll()
    }

    /// Ends the stream of keys, for good.
    func stop() { give(.stop) }

    /// The same, and no byte is read any more when it returns.
    func end() {
        pause()
        stop()
    }

    private func give(_ order: Order) {
        state.withLock { state in
            // What was stopped stays so.
            if state.order != .stop { state.order = order }
            if order == .read { state.isIdle = false }
        }
        // `pause()` does not wait for a thread that has ended.
        condition.lock()
        condition.broadcast()
        condition.unlock()
        wakeUp.call()
    }

    private enum Event { case readable, woken, nothing, gone }
    private enum Wait { case forKeys(Int32), forOrders }

    /// What to wait for, or nil when it was stopped.
    private func timeOut(_ parser: KeyParser) -> Wait? {
        let (order, isFull) = (state.withLock { $0.order }, queue.isFull)
        switch order {
        case .stop:
            return nil
        case .pause:
            condition.lock()
            state.withLock { if $0.order == .pause { $0.isIdle = true } }
            condition.broadcast()
            condition.unlock()
            return .forOrders
        case .read:
            return isFull ? .forOrders : .forKeys(parser.isUndecided ? Self.escapeTime : -1)
        }
    }

    private static func poll(_ descriptor: Int32, _ wakeUp: WakeUp, _ wait: Wait) -> Event {
        // A negative descriptor is passed over.
        var terminal = pollfd(fd: -1, events: Int16(POLLIN), revents: 0)
        var time: Int32 = -1
        if case .forKeys(let timeOut) = wait { (terminal.fd, time) = (descriptor, timeOut) }
        var entries = [pollfd(fd: wakeUp.readEnd, events: Int16(POLLIN), revents: 0), terminal]
        let count = Foundation.poll(&entries, nfds_t(entries.count), time)
        if count < 0 { return errno == EINTR ? .woken : .gone }
        // The order comes first: after `pause()` nothing must be read.
        if entries[0].revents != 0 { return .woken }
        // A terminal that hangs up is readable too, for ever.
        if entries[1].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return .gone }
        if entries[1].revents != 0 { return .readable }
        return .nothing
    }

    private func handle(_ event: Event, _ parser: inout KeyParser) {
        switch event {
        case .woken: wakeUp.clear()
        case .nothing: queue.add(parser.timeOut())
        case .gone: stop()
        case .readable: read(&parser)
        }
    }

    private func read(_ parser: inout KeyParser) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        // While the order is looked at, none can come in between.
        let count: Int = state.withLock { state in
            guard state.order == .read else { return -1 }
            return Foundation.read(device.descriptor, &bytes, bytes.count)
        }
        if count > 0 { queue.add(parser.parse(bytes.prefix(count))) }
        // Somebody who typed a passcode does not want it to stay.
        _ = bytes.withUnsafeMutableBytes { $0.initializeMemory(as: UInt8.self, repeating: 0) }
    }
}
