"""Requests that a page of another site can cause in the browser of a signed-in user."""

from ..adapter import NotOffered
from ..finding import Check, found, noted, passed
from .sessions import demand

ATTACKER = "https://attacker.example"
ACROSS = {"Origin": ATTACKER, "Sec-Fetch-Site": "cross-site"}
WAYS = {
    "another site": ACROSS,
    "another site in an older browser": {"Origin": ATTACKER},
    "a sandboxed frame": {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    "a sibling of the same site": {"Origin": "http://other.localhost:1", "Sec-Fetch-Site": "same-site"},
    "a browser without metadata": {},
}
# Bodies that a page of another site can send without a preflight request (Fetch standard).
SIMPLE = ("form", "text")


def same_site_attributes(client):
    return ", ".join(sorted({
        cookie.attributes.get("samesite", "absent") for cookie in client.set_cookies.values()})) or "no cookie"


def forged(adapter, way, kinds):
    """Returns the kinds of bodies with which the forged call had an effect, and the client."""
    client, done = adapter.browser(adapter.account()), []
    demand(adapter.is_open(client), "the browser's session was not open")
    for kind in kinds:
        adapter.forge(client.copy(), WAYS[way], kind)
        if not adapter.is_open(client):
            return [*done, kind], client
    # Otherwise the forged call might have no effect in any case.
    adapter.own_page(client)
    demand(not adapter.is_open(client), "the same call of the server's own page had no effect either")
    return done, client


def simple(adapter, way):
    done, client = forged(adapter, way, SIMPLE)
    if done:
        return found(f"a call of {way} locked or ended the session, sent as {done[0]}; the suite sends cookies"
                     f" regardless of SameSite ({same_site_attributes(client)})")
    return passed(f"calls of {way} had no effect; the same call of the server's own page had", tried=len(SIMPLE))


def as_json(adapter):
    done, _ = forged(adapter, "another site", ["json"])
    if done:
        return noted("a call of another site as JSON locked or ended the session: browsers send a preflight request"
                     " first, which the server must always reject")
    return passed("a call of another site as JSON had no effect, and browsers would not send it")


def reading(adapter):
    """Tests whether CORS headers allow other origins to read responses with the user's cookies."""
    client = adapter.browser(adapter.account())
    client.headers.update(ACROSS)
    response = adapter.inside(client)
    allowed = response.header("Access-Control-Allow-Origin")
    with_cookies = response.header("Access-Control-Allow-Credentials").lower() == "true"
    if allowed == ATTACKER or allowed == "null" or (allowed == "*" and with_cookies):
        return found("any origin may read responses", **{"with cookies": with_cookies})
    return passed("no other origin may read responses with a user's cookies")


def framed_by_others(adapter):
    if not adapter.pages:
        raise NotOffered("the adapter does not define pages")
    open_to_all = []
    for page in adapter.pages:
        response = adapter.world.client().get(page)
        demand(response.status == 200, "a page did not return 200")
        policy = [part.split() for part in response.header("Content-Security-Policy").lower().split(";")]
        ancestors = [words[1:] for words in policy if words[:1] == ["frame-ancestors"]]
        is_kept = response.header("X-Frame-Options").upper() in ("DENY", "SAMEORIGIN")
        if not (ancestors and not {"*", "http:", "https:"} & set(ancestors[0]) or is_kept and not ancestors):
            open_to_all.append(page)
    if open_to_all:
        return found(f"other sites may frame {', '.join(open_to_all)}", pages=len(adapter.pages))
    return passed("no other site may frame the pages", pages=len(adapter.pages))


def checks(adapter):
    return [
        *(Check(f"cross-site: {way}", f"Calls of {way}", lambda adapter, way=way: simple(adapter, way))
          for way in WAYS),
        Check("cross-site-json", "A call of another site as JSON", as_json),
        Check("cross-site-reading", "Responses readable by other sites", reading),
        Check("cross-site-frames", "Pages in frames of other sites", framed_by_others),
    ]
