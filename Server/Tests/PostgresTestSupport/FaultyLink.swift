import Foundation
import Synchronization

/// A TCP link to a server that can be held, cut or delayed at any message. Parses lengths and kinds of the protocol
/// (https://www.postgresql.org/docs/15/protocol-message-formats.html), so without TLS.
final class FaultyLink: Sendable {
    enum Direction: CaseIterable, Sendable { case toServer, toClient }

    enum Fault: Sendable, CaseIterable {
        /// The message and all later ones wait until the link is released.
        case hold
        /// The connection ends for both sides.
        case cut
        /// The message arrives late.
        case delay
    }

    struct Plan: Sendable {
        let fault: Fault
        let direction: Direction
        /// The message's number, from 0 over all connections since the link was armed.
        let message: Int
    }

    private struct State {
        var counts: [Direction: Int] = [:]
        var kinds: [Direction: [UInt8: Int]] = [:]
        var plan: Plan?
        var hasStruck = false
        var isHeld = false
        var sockets: Set<Int32> = []
    }

    private let state = Mutex(State())
    private let listener: Listener
    private let serverPort: UInt16
    let delay: Duration

    var port: UInt16 { listener.port }

    init(to serverPort: UInt16, delay: Duration = .milliseconds(30)) throws {
        self.serverPort = serverPort
        self.delay = delay
        listener = try Listener()
        let accepting = listener.descriptor
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(accepting, nil, nil)
                guard client >= 0 else { return }
                guard let self else {
                    close(client)
                    return
                }
                self.connect(client)
            }
        }
    }

    deinit {
        shutdown(listener.descriptor, 2)
        close(listener.descriptor)
    }

    /// Counts messages from now on, and executes the plan.
    func arm(_ plan: Plan?) {
        state.withLock { state in
            state.counts = [:]
            state.plan = plan
            state.hasStruck = false
        }
    }

    var hasStruck: Bool { state.withLock { $0.hasStruck } }

    /// Returns the number of messages since it was armed.
    func count(_ direction: Direction) -> Int { state.withLock { $0.counts[direction] ?? 0 } }

    /// Returns the number of all messages of a kind.
    func count(of kind: Unicode.Scalar, _ direction: Direction) -> Int {
        state.withLock { $0.kinds[direction]?[UInt8(kind.value)] ?? 0 }
    }

    /// Holds all messages from now on.
    func hold() { state.withLock { $0.isHeld = true } }

    /// Releases all messages, and disables the plan.
    func release() {
        state.withLock { state in
            state.isHeld = false
            state.plan = nil
        }
    }

    func cut() { for socket in state.withLock({ $0.sockets }) { shutdown(socket, 2) } }

    private func connect(_ client: Int32) {
        let server = socket(AF_INET, streamType, 0)
        var address = loopback(port: serverPort)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(server, $0, length) == 0
            }
        }
        guard isConnected else {
            close(client)
            close(server)
            return
        }
        var on: Int32 = 1
        for socket in [client, server] {
            setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        }
        state.withLock { state in state.sockets.formUnion([client, server]) }
        let open = Shared(2)
        Thread.detachNewThread { self.pump(client, server, .toServer, open) }
        Thread.detachNewThread { self.pump(server, client, .toClient, open) }
    }

    private func pump(_ source: Int32, _ target: Int32, _ direction: Direction, _ open: Shared<Int>) {
        var parser = MessageParser(hasStartup: direction == .toServer)
        var buffer = [UInt8](repeating: 0, count: 65536)
        reading: while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            for message in parser.messages(in: buffer[0..<count]) {
                guard pass(message, direction), write(message, to: target) else { break reading }
            }
        }
        shutdown(source, 2)
        shutdown(target, 2)
        let isLast = open.change { open in
            open -= 1
            return open == 0
        }
        if isLast {
            state.withLock { $0.sockets.subtract([source, target]) }
            close(source)
            close(target)
        }
    }

    /// Returns false if the connection must be cut.
    private func pass(_ message: [UInt8], _ direction: Direction) -> Bool {
        let fault: Fault? = state.withLock { state in
            let index = state.counts[direction] ?? 0
            state.counts[direction] = index + 1
            if let kind = message.first { state.kinds[direction, default: [:]][kind, default: 0] += 1 }
            guard let plan = state.plan, plan.direction == direction, plan.message == index else { return nil }
            state.hasStruck = true
            if plan.fault == .hold { state.isHeld = true }
            return plan.fault
        }
        if fault == .cut { return false }
        if fault == .delay { usleep(UInt32(delay / .microseconds(1))) }
        while state.withLock({ $0.isHeld }) { usleep(1000) }
        return true
    }

    private func write(_ message: [UInt8], to target: Int32) -> Bool {
        var sent = 0
        while sent < message.count {
            let count = message[sent...].withUnsafeBytes { send(target, $0.baseAddress, $0.count, noSignal) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}

#if canImport(Glibc)
private let noSignal = Int32(MSG_NOSIGNAL)
#else
private let noSignal: Int32 = 0
#endif

/// A parser that splits a stream into protocol messages.
struct MessageParser {
    /// A client's first message has no kind.
    private var isStartup: Bool
    private var rest: [UInt8] = []

    init(hasStartup: Bool) {
        isStartup = hasStartup
    }

    mutating func messages(in bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        rest += bytes
        var messages: [[UInt8]] = []
        while true {
            let header = isStartup ? 4 : 5
            guard rest.count >= header else { return messages }
            let length = rest[(header - 4)..<header].reduce(0) { $0 << 8 | Int($1) } + header - 4
            guard rest.count >= length else { return messages }
            messages.append(Array(rest[..<length]))
            rest.removeFirst(length)
            isStartup = false
        }
    }
}
