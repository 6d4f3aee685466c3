#include <curl/curl.h>
#include <stdbool.h>

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call: one function here
// for each type of value.

static inline CURLcode latchkey_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode latchkey_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode latchkey_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode latchkey_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode latchkey_curl_set_reader(CURL *handle, curl_read_callback read, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_READFUNCTION, read);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_READDATA, context) : code;
}

static inline CURLcode latchkey_curl_set_writer(CURL *handle, curl_write_callback write, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, write);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEDATA, context) : code;
}

static inline CURLcode latchkey_curl_set_header_reader(CURL *handle, curl_write_callback read, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, read);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_HEADERDATA, context) : code;
}

/// Copies the number of bytes in CURLOPT_POSTFIELDSIZE_LARGE.
static inline CURLcode latchkey_curl_copy_body(CURL *handle, const void *body) {
    return curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, body);
}

static inline CURLcode latchkey_curl_set_progress(CURL *handle, curl_xferinfo_callback progress, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context) : code;
}

static inline CURLcode latchkey_curl_set_debug(CURL *handle, curl_debug_callback debug, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, debug);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_DEBUGDATA, context) : code;
}

/// Whether there is a connection to the host.
static inline bool latchkey_curl_is_connected(CURL *handle) {
    curl_off_t time = 0;
    return curl_easy_getinfo(handle, CURLINFO_CONNECT_TIME_T, &time) == CURLE_OK && time > 0;
}

static inline CURLcode latchkey_curl_response_code(CURL *handle, long *code) {
    return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, code);
}
