import CPostgres
import Foundation

extension PostgresConnection {
    /// Connects to the first host that accepts writes. Tries each address of each host, in order, for
    /// ``PostgresSettings/connectTimeout``.
    ///
    /// - Throws: The failure. If several hosts failed, the message contains all reasons, those that an operator can fix
    ///   first.
    package static func open(_ settings: PostgresSettings) throws(ConnectionFailure) -> PostgresConnection {
        var failures: [ConnectionFailure] = []
        for host in settings.address.hosts {
            do throws(ConnectionFailure) {
                for numeric in try HostResolver.addresses(of: host) {
                    do throws(ConnectionFailure) {
                        return try open(settings, host: host, numeric: numeric)
                    } catch {
                        failures.append(error)
                    }
                }
            } catch {
                failures.append(error)
            }
        }
        let state = failures.first { !$0.isTransient }?.state ?? failures.lazy.compactMap(\.state).first
        throw ConnectionFailure(state: state, message: failures.map(\.message).joined(separator: "; "))
    }

    private static func open(
        _ settings: PostgresSettings, host: PostgresHost, numeric: String?
    ) throws(ConnectionFailure) -> PostgresConnection {
        let notices = NoticeLog()
        guard let handle = start(settings.parameters(host: host, numeric: numeric)) else {
            throw ConnectionFailure(message: "out of memory")
        }
        // Reduces the server's messages to their code, for which libpq has no function before it is connected
        // (https://www.postgresql.org/docs/15/libpq-control.html#LIBPQ-PQSETERRORVERBOSITY).
        PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
        notices.attach(to: handle)
        do throws(ConnectionFailure) {
            try connect(handle, until: .in(settings.connectTimeout))
            try demandPrivacy(handle)
            guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else { throw failure(of: handle) }
        } catch {
            PQfinish(handle)
            throw error
        }
        return PostgresConnection(handle, notices: notices, pooler: settings.pooler)
    }

    private static func start(_ parameters: [(String, String)]) -> OpaquePointer? {
        // Copies for this call; libpq makes its own.
        let keywords = parameters.map { strdup($0.0) }
        let values = parameters.map { strdup($0.1) }
        defer { (keywords + values).forEach { free($0) } }
        return PQconnectStartParams(
            keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 0)
    }

    /// Polls for what `PQconnectPoll` requested, first for writing
    /// (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-PQCONNECTSTARTPARAMS).
    private static func connect(_ handle: OpaquePointer, until deadline: Deadline) throws(ConnectionFailure) {
        var status = PGRES_POLLING_WRITING
        while PQstatus(handle) != CONNECTION_BAD, status != PGRES_POLLING_OK, status != PGRES_POLLING_FAILED {
            let events = status == PGRES_POLLING_READING ? POLLIN : POLLOUT
            // The socket changes with the address.
            var entry = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
            if poll(&entry, 1, deadline.remaining.milliseconds) > 0 {
                status = PQconnectPoll(handle)
            } else if deadline.hasPassed {
                let host = PQhost(handle).map { String(cString: $0) } ?? ""
                throw ConnectionFailure(message: "connection to server at \"\(host)\" failed: timeout")
            }
        }
        guard status == PGRES_POLLING_OK else { throw failure(of: handle) }
    }

    /// Throws if unencrypted traffic would leave the machine, regardless of what `localhost` resolves to and of
    /// `PGHOSTADDR`.
    private static func demandPrivacy(_ handle: OpaquePointer) throws(ConnectionFailure) {
        let address = PQhostaddr(handle).map { String(cString: $0) } ?? ""
        guard isPrivate(isEncrypted: PQsslInUse(handle) == 1, address: address) else {
            throw ConnectionFailure(message: "connection to server at \"\(address)\" failed: not encrypted")
        }
    }

    /// Whether no unencrypted traffic leaves the machine.
    ///
    /// - Parameter address: The server's numeric address; empty for a Unix socket.
    static func isPrivate(isEncrypted: Bool, address: String) -> Bool {
        isEncrypted || address.isEmpty || PostgresHost.isLoopback(address)
    }

    private static func failure(of handle: OpaquePointer) -> ConnectionFailure {
        let message = message(of: handle)
        // libpq has no password to send, and the server does not know
        // (https://www.postgresql.org/docs/15/libpq-status.html#LIBPQ-PQCONNECTIONNEEDSPASSWORD).
        guard PQconnectionNeedsPassword(handle) == 0 else {
            return ConnectionFailure(state: .invalidPassword, message: message)
        }
        // `…: FATAL:  28P01`, with a localized severity.
        let words = message.split(separator: " ").suffix(2)
        let state = words.first?.hasSuffix(":") == true ? words.last.flatMap { SQLState($0) } : nil
        return ConnectionFailure(state: state, message: message)
    }
}
