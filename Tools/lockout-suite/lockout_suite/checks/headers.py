"""Headers for browsers and caches."""

from ..adapter import NotOffered
from ..finding import Check, found, passed, untried
from .sessions import demand


def session_cookies(adapter, client):
    """Returns the cookies that the session requires."""
    needed = []
    for name in list(client.cookies):
        without = client.copy()
        del without.cookies[name]
        if not adapter.is_open(without):
            needed.append(client.set_cookies[name])
    return needed


def cookie_flags(adapter):
    client = adapter.browser(adapter.account())
    demand(adapter.is_open(client), "the browser's session was not open")
    cookies = session_cookies(adapter, client)
    if not cookies:
        raise NotOffered("the session has no cookie")
    missing = []
    for cookie in cookies:
        missing += [f"{cookie.name} lacks {flag}" for flag in ("Secure", "HttpOnly")
                    if flag.lower() not in cookie.attributes]
        if cookie.attributes.get("samesite", "").lower() not in ("lax", "strict"):
            missing.append(f"{cookie.name} lacks SameSite")
        if cookie.attributes.get("domain"):
            missing.append(f"{cookie.name} has a Domain, which includes subdomains")
    host = sum(cookie.name.startswith("__Host-") for cookie in cookies)
    figures = {"session cookies": len(cookies), "bound to the host by __Host-": host}
    if missing:
        return found("; ".join(missing), **figures)
    return passed("Secure, HttpOnly, SameSite and no Domain", **figures)


def caches(adapter):
    account = adapter.account()
    client = adapter.session(account)
    responses = {"the response to the correct secret": adapter.guess(client, account, account.secret)}
    responses["a response to an open session"] = adapter.inside(client)
    demand(adapter.is_inside(responses["a response to an open session"]), "the session was not open")
    stored = [name for name, response in responses.items()
              if "no-store" not in response.header("Cache-Control").lower()]
    if stored:
        return found(f"a cache may store {' and '.join(stored)} (no Cache-Control: no-store)", responses=2)
    return passed("no cache may store responses to an open session", responses=2)


def pages(adapter):
    """Returns responses of the adapter's pages, which must exist: headers of error pages prove nothing."""
    if not adapter.pages:
        raise NotOffered("the adapter does not define pages")
    responses = {page: adapter.world.client().get(page) for page in adapter.pages}
    demand(all(response.status == 200 for response in responses.values()), "a page did not return 200")
    return responses


def of_pages(adapter, is_kept, without):
    responses = pages(adapter)
    bad = [page for page, response in responses.items() if not is_kept(response)]
    if bad:
        return found(f"{without}: {', '.join(bad)}", pages=len(responses))
    return passed(f"all {len(responses)} pages have it", pages=len(responses))


def has_policy(response):
    """Returns whether the policy restricts the sources of scripts."""
    parts = [words.split() for words in response.header("Content-Security-Policy").lower().split(";")]
    directives = {words[0]: words[1:] for words in parts if words}
    scripts = directives.get("script-src", directives.get("default-src"))
    is_open = scripts is None or {"*", "http:", "https:", "data:"} & set(scripts)
    has_nonce = any(source.startswith(("'nonce-", "'sha")) for source in scripts or [])
    return not is_open and ("'unsafe-inline'" not in scripts or has_nonce)


def content_policy(adapter):
    return of_pages(adapter, has_policy, "no Content-Security-Policy that blocks foreign scripts")


def sniffing(adapter):
    return of_pages(
        adapter, lambda response: response.header("X-Content-Type-Options").lower() == "nosniff",
        "no X-Content-Type-Options: nosniff")


def referrers(adapter):
    strict = ("no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin")
    return of_pages(
        adapter, lambda response: response.header("Referrer-Policy").lower() in strict,
        "no Referrer-Policy that hides paths from other sites")


def only_https(adapter):
    if not adapter.world.target.is_secure:
        return untried("the base URL is http, for which Strict-Transport-Security has no effect")
    return of_pages(adapter, lambda response: "max-age=" in response.header("Strict-Transport-Security").lower(),
                    "no Strict-Transport-Security")


def checks(adapter):
    return [
        Check("headers-cookie", "Flags of the session's cookies", cookie_flags),
        Check("headers-cache", "Responses that caches may store", caches),
        Check("headers-content-policy", "Content-Security-Policy of pages", content_policy),
        Check("headers-sniffing", "X-Content-Type-Options of pages", sniffing),
        Check("headers-referrer", "Referrer-Policy of pages", referrers),
        Check("headers-https-only", "Strict-Transport-Security of pages", only_https),
    ]
