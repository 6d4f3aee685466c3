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
            let reason = String(cString: strerror(error.errnoCode))
            self.init(
                name: Self.codesOfHost.contains(error.errnoCode) ? SettingTable.name(of: \.host) : name,
                reason: "cannot listen on \(host):\(port) (\(reason))")
        case is SocketAddressError.UnknownHost: self.init(name: \.host, reason: "has no address")
        default: return nil
        }
    }
}
