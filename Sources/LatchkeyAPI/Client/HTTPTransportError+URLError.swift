import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HTTPTransportError {
    /// Maps an error of `URLSession`: to `notConnected` only if it is certain that nothing was sent.
    init(urlError error: any Error) {
        guard let error = error as? URLError else {
            self = .other(code: (error as NSError).code)
            return
        }
        self =
            switch error.code {
            case .notConnectedToInternet, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed,
                .internationalRoamingOff, .dataNotAllowed, .callIsActive:
                .notConnected
            case .networkConnectionLost, .badServerResponse, .cannotParseResponse, .cannotDecodeRawData,
                .cannotDecodeContentData, .zeroByteResource:
                .connectionLost
            case .timedOut: .timedOut
            case .cancelled, .userCancelledAuthentication: .cancelled
            case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
                .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
                .tls
            // On Linux: all curl errors without a code in Foundation, with curl's text.
            case .unknown: error.localizedDescription.isAboutTLS ? .tls : .connectionLost
            default: .other(code: error.code.rawValue)
            }
    }
}

extension String {
    fileprivate var isAboutTLS: Bool { ["SSL", "TLS", "certificate"].contains(where: contains) }
}
