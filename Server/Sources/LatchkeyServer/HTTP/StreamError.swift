/// An error that ends a streamed body. The status is already sent: the client sees an incomplete response.
///
/// Errors of writing to the client are not wrapped, and not reported.
struct StreamError: Error {
    let underlying: any Error
}
