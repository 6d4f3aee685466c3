import CCurl

/// libcurl, which is initialised once in a process, before any thread uses it
/// (https://curl.se/libcurl/c/curl_global_init.html).
package enum CurlLibrary {
    /// Whether it can be used.
    package static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
