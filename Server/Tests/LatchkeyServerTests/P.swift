import Testing
import AsyncHTTPClient
import HummingbirdTesting
@Test func placeholder() {}
