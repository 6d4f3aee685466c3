import CCurl

/// The initialization of libcurl, once in a process and before any use
/// (https://curl.se/libcurl/c/curl_global_init.html).
package enum CurlLibrary {
    /// Whether libcurl is initialized.
    package static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
