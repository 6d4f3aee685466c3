import Foundation
import NIOCore

extension SettingError {
    /// Errors of the address, independent of the port.
    private static let codesOfHost = [EADDRNOTAVAIL, EAFNOSUPPORT, EINVAL, ENODEV]

    /// The reason why the server cannot listen.
    ///
    /// - Parameter name: The setting of the port.
    /// - Returns: Nil for other errors.
    init?(listeningOn host: String, _ port: Int, _ name: String, _ error: any Error) {
        switch error {
        case let error as IOError:
            let code = error.errnoCode
            self.init(
                name: Self.codesOfHost.contains(code) ? SettingTable.name(of: \.host) : name,
                reason: "cannot listen on \(host):\(port) (\(String(cString: strerror(code)))). "
                    + Self.advice(on: code))
        case is SocketAddressError.UnknownHost:
            self.init(name: \.host, value: host, isNot: "a known host", use: "an address of this machine")
        default: return nil
        }
    }

    private static func advice(on code: CInt) -> String {
        switch code {
        case EADDRINUSE: "Another program uses that port: stop it, or use a free port"
        case EACCES: "Use 1024 or more, and a proxy"
        default: "Use an address of this machine"
        }
    }
}
