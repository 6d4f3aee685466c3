/**
 * Introspects the access token of each request. One file, no dependencies, for Node.js 18 or later,
 * Cloudflare Workers, Deno and Bun.
 *
 *     const latchkey = new Latchkey({ url: 'https://lock.example.com', secret });
 *     return latchkey.guard(request, (session) => Response.json(ticketsOf(session.userID)));      // fetch style
 *     app.use(latchkey.express());                                  // Express: the session is in request.latchkey
 *     app.post('/refunds', latchkey.express({ passcodeWithin: 300 }), handler);
 *
 * In a fetch-style handler, `session.requirePasscode(300)` requires a passcode that was entered in the last five
 * minutes.
 */

const PASSCODE = 'urn:latchkey:passcode';
/** The largest difference between the clocks of this machine and the server, in seconds. */
const CLOCKS_DIFFER = 60;
const LARGEST_RESPONSE = 65_536;
// https://HOST[:PORT][/PATH], without user, query and fragment. A host that ends in a number is an address.
const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const URL_TEXT = new RegExp(
  `^(https?)://((?:[a-z\\d_-]+\\.)*[a-z][a-z\\d_-]*|${BYTE}(?:\\.${BYTE}){3}|\\[[\\da-f:.]+\\])`
  + '(:[1-9]\\d{0,4})?((?:/[a-z\\d_~-][a-z\\d._~-]*)*)/*$', 'i');
const THIS_MACHINE = new RegExp(`^(localhost|127(?:\\.${BYTE}){3}|\\[::1\\])$`, 'i');
const TOKEN = /^bearer +([!-~]{1,4096}) *$/i;
/** Only browsers send these, and no script can: a page's own requests do not keep a session open. */
const BROWSER = ['sec-fetch-mode', 'sec-fetch-site', 'sec-purpose', 'sec-websocket-version'];

/** A request to reject. `status` and `headers` are the response, which has no body. */
export class Rejected extends Error {
  constructor(status, challenge) {
    super(`rejected with ${status}`);
    this.status = status;
    this.headers = { 'cache-control': 'no-store', ...(challenge && { 'www-authenticate': challenge }) };
  }

  response() {
    return new Response(null, { status: this.status, headers: this.headers });
  }
}

/** A session that is signed in and not locked. */
export class Session {
  /** @param {object} response - The server's introspection response, with `active`. */
  constructor(response) {
    /** The account's ID, which never changes. */
    this.userID = response.sub;
    this.email = response.email ?? null;
    /** `urn:latchkey:passcode` if the passcode was entered and is enabled. */
    this.acr = response.acr ?? null;
    /** When the passcode was entered, in seconds since 1970. */
    this.authTime = response.auth_time ?? null;
    /** `iss` and `sub` of the team's provider, if it signs the account in. */
    this.identity = response.iss_sub ?? null;
  }

  /**
   * Whether the passcode was entered at most `within` seconds ago. Less than 60 is raised to 60: with a clock that is
   * ahead, a new passcode would be too old. A time more than 60 seconds in the future does not count.
   */
  isPasscodeFresh(within, now = Math.floor(Date.now() / 1000)) {
    if (this.acr !== PASSCODE || this.authTime === null) return false;
    const age = now - this.authTime;
    return -CLOCKS_DIFFER <= age && age <= Math.max(within, CLOCKS_DIFFER);
  }

  /** Throws Rejected with the challenge of RFC 9470, 3: the app prompts for the passcode and retries. */
  requirePasscode(within) {
    if (this.isPasscodeFresh(within)) return;
    throw new Rejected(401, 'Bearer error="insufficient_user_authentication", error_description='
      + `"The passcode was verified too long ago, or never", max_age="${Math.max(within, CLOCKS_DIFFER)}"`);
  }
}

/** A server. Each request is introspected: a session can be locked or ended at any moment. */
export class Latchkey {
  #url; #authorization; #timeout; #activity;

  /**
   * @param {object} options
   * @param {string} options.url - `https://lock.example.com`, with a port and a path if it has them; `http` for this
   *   machine only.
   * @param {string} options.secret - The server's LATCHKEY_INTROSPECTION_SECRET.
   * @param {number} [options.timeout] - The timeout of an introspection, in milliseconds.
   * @param {'any'|'none'} [options.activity] - "any" if each request keeps the session open, "none" if none does. By
   *   default, each request that no browser sends.
   */
  constructor({ url, secret, timeout = 2000, activity }) {
    const [, scheme, host, port = '', path] = URL_TEXT.exec(url ?? '') ?? [];
    // The value may contain a password: the error does not repeat it.
    if (!host || !isURL(url)) {
      throw new TypeError('url: write https://HOST, https://HOST:PORT or https://HOST/PATH, and nothing else');
    }
    if (scheme.toLowerCase() === 'http' && !THIS_MACHINE.test(host)) {
      throw new TypeError('url: http is accepted for localhost, 127.x.x.x and [::1] only. Use https');
    }
    if (!secret) throw new TypeError('secret: set LATCHKEY_INTROSPECTION_SECRET as on the server');
    this.#url = `${scheme}://${host}${port}${path}/api/auth/introspect`;
    this.#authorization = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`backend:${secret}`)))}`;
    this.#timeout = timeout;
    this.#activity = activity;
  }

  /** Returns the handler's response for an open session, and the rejection for any other. Fetch style. */
  async guard(request, handler) {
    try {
      const isBrowser = BROWSER.some((name) => request.headers.has(name));
      return await handler(await this.session(request.headers.get('authorization'), isBrowser));
    } catch (error) {
      if (error instanceof Rejected) return error.response();
      throw error;
    }
  }

  /**
   * Middleware for Express and for `node:http`, which sets `request.latchkey`.
   *
   * @param {object} [options]
   * @param {number} [options.passcodeWithin] - How long ago the passcode was entered at most, in seconds.
   */
  express({ passcodeWithin } = {}) {
    return async (request, response, next) => {
      try {
        // One introspection per request, whatever the number of middlewares.
        if (!(request.latchkey instanceof Session)) {
          const isBrowser = BROWSER.some((name) => name in request.headers);
          request.latchkey = await this.session(request.headers.authorization, isBrowser);
        }
        if (passcodeWithin !== undefined) request.latchkey.requirePasscode(passcodeWithin);
      } catch (error) {
        if (!(error instanceof Rejected)) return next(error);
        if (!response.headersSent) response.writeHead(error.status, error.headers).end();
        return undefined;
      }
      // Something else may have responded meanwhile, such as a limit of time: then the handler must not act any more.
      if (!response.headersSent) next();
      return undefined;
    };
  }

  /** Returns the Session of an `Authorization` header. Throws Rejected for everything else. */
  async session(authorization, isBrowser = false) {
    const token = TOKEN.exec(authorization ?? '')?.[1];
    if (!token) throw new Rejected(401, 'Bearer');
    let response;
    try {
      response = await this.#introspect(token, this.#activity ?? (isBrowser ? 'none' : 'any'));
    } catch {
      // The text of the error may quote the request.
      throw new Rejected(503);
    }
    // Before `active`: a contradictory response grants no access.
    if (response.locked) throw new Rejected(423);
    if (response.passcode_required) throw new Rejected(403);
    if (!response.active) throw new Rejected(401, 'Bearer error="invalid_token"');
    return new Session(response);
  }

  async #introspect(token, activity) {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { authorization: this.#authorization, accept: 'application/json' },
      // Without it, the server would read the `Sec-Fetch-Mode` that Node.js sends with each fetch.
      body: new URLSearchParams({ token, activity }),
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#timeout),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error('no response');
    }
    const body = JSON.parse(await text(response));
    const kinds = {
      active: 'boolean', locked: 'boolean', passcode_required: 'boolean', sub: 'string', email: 'string',
      acr: 'string', auth_time: 'number', exp: 'number', iss_sub: 'object',
    };
    const isProper = (name) => (body[name] ?? null) === null || typeof body[name] === kinds[name];
    const identity = body?.iss_sub ?? null;
    const isIdentity = identity === null
      || ['format', 'iss', 'sub'].every((name) => typeof identity[name] === 'string');
    const areTimes = ['auth_time', 'exp'].every((name) => Number.isSafeInteger(body?.[name] ?? 0));
    if (typeof body?.active !== 'boolean' || !Object.keys(kinds).every(isProper) || !isIdentity || !areTimes
      || (body.active && !body.sub)) {
      throw new Error('invalid response');
    }
    return body;
  }
}

/** False for an address that is not a valid IPv6 address, and for a port over 65,535. */
function isURL(text) {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}

async function text(response) {
  const reader = response.body.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let size = 0;
  let result = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return result + decoder.decode();
    size += value.length;
    if (size > LARGEST_RESPONSE) {
      await reader.cancel();
      throw new Error('too large');
    }
    result += decoder.decode(value, { stream: true });
  }
}
