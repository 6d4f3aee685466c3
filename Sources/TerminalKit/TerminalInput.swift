internal import Foundation
internal import LatchkeyCore

/// A reader of the terminal's keys, on its own thread.
package final class TerminalInput: Sendable {
    private enum Order: Sendable { case read, pause, stop }

    private struct State: Sendable {
        var order = Order.pause
        /// Whether the thread has stopped reading until ``TerminalInput/resume()``.
        var isIdle = true
    }

    /// The wait after `ESC` for the rest of a sequence, in milliseconds.
    private static let escapeTime: Int32 = 50

    private let device: TerminalDevice
    private let wakeUp: WakeUp
    private let queue: KeyQueue
    private let condition = NSCondition()
    private let state = LockedValue(State())

    /// Creates an idle reader; ``resume()`` starts reading.
    package init(device: TerminalDevice) throws(TerminalError) {
        let wakeUp = try WakeUp()
        (self.device, self.wakeUp) = (device, wakeUp)
        queue = KeyQueue(onSpace: { wakeUp.signal() })
        let thread = Thread { [weak self, wakeUp, device, queue] in
            // The waiting thread has no strong reference, so that the object can be released.
            var parser = KeyParser()
            while let wait = self?.nextWait(parser) {
                let event = Self.poll(device.descriptor, wakeUp, wait)
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
        wakeUp.signal()
    }

    /// The keys, until ``stop()`` or until the terminal closes. For one consumer.
    package var keys: AsyncStream<Key> {
        let queue = queue
        return AsyncStream(unfolding: { await queue.next() })
    }

    /// Starts reading, or continues.
    package func resume() { give(.read) }

    /// Stops reading. Once this returns, further bytes are left to other programs. Keys that were read and not consumed
    /// are dropped.
    package func pause() {
        give(.pause)
        condition.withLock {
            while !state.withLock({ $0.isIdle || $0.order != .pause }) { condition.wait() }
        }
        queue.removeAll()
    }

    /// Ends the stream of keys permanently.
    func stop() { give(.stop) }

    /// Ends the stream of keys permanently. Once this returns, no further byte is read.
    func end() {
        pause()
        stop()
    }

    private func give(_ order: Order) {
        state.withLock { state in
            // `.stop` is final.
            if state.order != .stop { state.order = order }
            if order == .read { state.isIdle = false }
        }
        // `pause()` must not wait for a thread that has ended.
        condition.withLock { condition.broadcast() }
        wakeUp.signal()
    }

    private enum Event { case readable, woken, nothing, gone }
    private enum Wait { case forKeys(Int32), forOrders }

    /// Returns the next wait, or nil after ``stop()``.
    private func nextWait(_ parser: KeyParser) -> Wait? {
        let (order, isFull) = (state.withLock { $0.order }, queue.isFull)
        switch order {
        case .stop:
            return nil
        case .pause:
            condition.withLock {
                state.withLock { if $0.order == .pause { $0.isIdle = true } }
                condition.broadcast()
            }
            return .forOrders
        case .read:
            return isFull ? .forOrders : .forKeys(parser.isUndecided ? Self.escapeTime : -1)
        }
    }

    private static func poll(_ descriptor: Int32, _ wakeUp: WakeUp, _ wait: Wait) -> Event {
        // poll(2) ignores a negative descriptor.
        var terminal = pollfd(fd: -1, events: Int16(POLLIN), revents: 0)
        var time: Int32 = -1
        if case .forKeys(let timeOut) = wait { (terminal.fd, time) = (descriptor, timeOut) }
        var entries = [pollfd(fd: wakeUp.readEnd, events: Int16(POLLIN), revents: 0), terminal]
        let count = Foundation.poll(&entries, nfds_t(entries.count), time)
        if count < 0 { return errno == EINTR ? .woken : .gone }
        // Requests come first: nothing may be read after `pause()`.
        if entries[0].revents != 0 { return .woken }
        // A terminal that has hung up stays readable too.
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
        // Under the lock, so that no request can arrive between the check and the read.
        let count: Int = state.withLock { state in
            guard state.order == .read else { return -1 }
            return Foundation.read(device.descriptor, &bytes, bytes.count)
        }
        if count > 0 { queue.add(parser.parse(bytes.prefix(count))) }
        // They may be the digits of a passcode.
        bytes.withUnsafeMutableBytes { wipe($0) }
    }
}
