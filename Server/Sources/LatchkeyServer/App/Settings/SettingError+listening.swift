import Foundation
import NIOCore

extension SettingError {
    /// What is wrong with an address, whatever the port.
    private static let codesOfHost = [EADDRNOTAVAIL, EAFNOSUPPORT, EINVAL, ENODEV]

    /// Why the server cannot listen.
    ///
    /// - Parameter name: The setting of the port.
    /// - Returns: nil for an error of another kind.
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
