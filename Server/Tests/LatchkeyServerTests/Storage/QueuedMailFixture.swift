@testable import LatchkeyServer

/// Mails as servers have queued them, sealed once and for all by another program (Python's cryptography) under
/// ``TestKeys/text`` as `k1`. They are never replaced: a server that cannot send them strands the mails of an upgrade.
enum QueuedMailFixture {
    /// What both say.
    static let content = MailContent(
        subject: "Your sign-in link", text: "Use it.\n\nCode: K7QF-2M9X\n", html: "<p>Use it.</p>\n")

    /// Of the mail `m1`, queued by the first server: a whole message.
    static let message = """
        v1.k1.AAECAwQFBgcICQoLWtQcX2FdUZKrOGqgxv1Tyu9WOOxxfMH2B6QABs7YRVsdWeXa5gMFQmhu2lhC2yst00\
        trvFDsrRPvRFnkfWOC5zyGct28l3NGu5MykV6zPFWZp3ReGTqqfERvwaFDWBW9lS3uzErSLbrB9AkqrmtMU2F8sp\
        fIybNSX5vW+J+gZoSEep9F2N9n6HqoRgswx9NJoIQcrxaribWrdqyEJAury5DZFE0ITv6UMX4/e8HH4gqn6LGfc3\
        qzUy5rfNWT3GRx3x21QZCRKXk7yjhLulaA5Wn2GtIV4CNinQafnEaVM67c+BeghRCcG36qU1OKjZrd49P5eEX7QL\
        sO1zj5o2qWApxxwuPXrQ+GP5yG9TC2A5RakMTAkEX2Vkd/jfgcSi4mAtTt7sQjqeWPcxLEENDlZ8QgSKbYxDrver\
        OidwW8qe4JBuU93Pk8a2a20EeYOSVBqA9nE5wWJPIm0aL4yUw1pkecO84d5SL98GmhqgQ3VY2MvBnvA8rIs7HMYf\
        3Wg74+9Z5e3JpvU651LbDEIVHWsYnZe8LygV9ediP06KpXgq0szYQpdAnrds0ROJXcwIK5yypihJs/HduLKKIkxb\
        JVV2kbI4OZwbrxzDkvu0ob+pL2bvoLVFSpnvCZkQp+UigZaxSbwv/Npsv7m7dTDwlvjT0zGFo8obrs5O7Cfnrs5c\
        /58QgjfiSDh8we/4cwyRWPaw==
        """

    /// Of the mail `m2`, queued since mails leave by other ways than files: JSON.
    static let json = """
        v1.k1.AQIDBAUGBwgJCgsMGbCF7F3mNSVErhW+CoAynCz0gfcLU1fyGERvjHTkW3YSrZiVCZJuRx1VZye6yUm2Nt\
        Q/e30ZSNyKpO9brHi1VB4NrdZ90qKWjCEH/exW1FoZ7eedPWHZ+Ifr4VAln7ebaelbmSRs1H8ms64YC4JH
        """
}
