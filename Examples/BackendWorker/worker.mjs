/**
 * A shop's Worker with its own sign-in by magic link, and its users in D1. Latchkey locks the sessions: the Worker
 * issues a short-lived token to the user who opens a link, the app exchanges it at Latchkey for a session, and the
 * Worker introspects the session's token with each request.
 *
 *     DB                                     D1, with the tables of schema.sql
 *     MAIL                                   sends { to, subject, text }
 *     ISSUER, AUDIENCE                       this Worker's address, and the client ID of the app
 *     LATCHKEY_URL                           the address of Latchkey
 *     SIGNING_KEYS                           secret: private keys (JWK with `kid`). The first signs, all are published
 *     LATCHKEY_INTROSPECTION_SECRET          secret: the server's
 *     ADMIN_SECRET                           secret: authorizes adding and removing users
 */

import { Latchkey } from '../../Backend/latchkey.mjs';

const LINK_LIFE = 900; // seconds
const LINKS_AN_HOUR = 5;
const TOKEN_LIFE = 300; // seconds; Latchkey rejects older tokens
const LARGEST_BODY = 4096; // bytes
const LOGOUTS_AT_ONCE = 20;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TICKETS = [{ id: 'T-17', title: 'Screen, Phone 7' }, { id: 'T-18', title: 'Battery, Tablet 3' }];

const ROUTES = {
  'GET /.well-known/openid-configuration': discovery,
  'GET /jwks.json': keys,
  'POST /login': requestLink,
  'POST /login/verify': openLink,
  'GET /tickets': tickets,
  'POST /refunds': refund,
  'PUT /admin/people': addPerson,
  'DELETE /admin/people': removePerson,
};

export default {
  async fetch(request, env, context) {
    const route = ROUTES[`${request.method} ${new URL(request.url).pathname}`];
    try {
      return route ? await route(request, env, context) : respond(404);
    } catch (error) {
      if (error instanceof BadRequest) return respond(error.status);
      throw error;
    }
  },

  /** A cron trigger, every minute: retries logouts that Latchkey has not accepted. */
  async scheduled(_, env) {
    await sendLogouts(env);
  },
};

// Documents for Latchkey.

function discovery(_, env) {
  return respond(200, {
    issuer: env.ISSUER, jwks_uri: `${env.ISSUER}/jwks.json`, response_types_supported: ['id_token'],
    subject_types_supported: ['public'], id_token_signing_alg_values_supported: ['ES256'],
    backchannel_logout_supported: true, backchannel_logout_session_supported: true,
  }, 'max-age=300');
}

function keys(_, env) {
  const published = JSON.parse(env.SIGNING_KEYS).map(
    ({ kty, crv, x, y, kid }) => ({ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' }));
  return respond(200, { keys: published }, 'max-age=300');
}

// The sign-in.

/** Responds the same for every address. */
async function requestLink(request, env, context) {
  const email = await member(request, 'email');
  const [link, now] = [randomText(), seconds()];
  await env.DB.prepare('DELETE FROM links WHERE made < ?1').bind(now - 3600).run();
  // One statement, so that concurrent requests are counted.
  const row = await env.DB.prepare(
    `INSERT INTO links (hash, sub, made) SELECT ?1, sub, ?2 FROM people WHERE email = ?3
       AND (SELECT COUNT(*) FROM links WHERE links.sub = people.sub) < ?4 RETURNING sub`)
    .bind(await digest(link), now, email.trim().toLowerCase(), LINKS_AN_HOUR).first();
  if (row) {
    // In the fragment, the link's secret reaches no log. Its page sends it to /login/verify.
    const text = `Sign in to the shop: ${env.ISSUER}/sign-in#${link}\n`;
    context.waitUntil(env.MAIL.send({ to: email.trim(), subject: 'Sign in', text }));
  }
  return respond(202);
}

/** Returns an ID token for the user of a link. A link is single-use. */
async function openLink(request, env) {
  const [hash, sid, now] = [await digest(await member(request, 'link')), randomText(), seconds()];
  await env.DB.prepare('DELETE FROM sign_ins WHERE made < ?1').bind(now - 2 * TOKEN_LIFE).run();
  const link = await env.DB.prepare(
    'UPDATE links SET used = 1 WHERE hash = ?1 AND used = 0 AND made > ?2 RETURNING sub')
    .bind(hash, now - LINK_LIFE).first();
  if (!link) return respond(401);
  const person = await env.DB.prepare('SELECT sub, email FROM people WHERE sub = ?1').bind(link.sub).first();
  // Stores nothing for a user who was removed meanwhile.
  const noted = await env.DB.prepare(
    'INSERT INTO sign_ins SELECT ?1, sub, ?2 FROM people WHERE sub = ?3 RETURNING sid')
    .bind(sid, now, link.sub).first();
  if (!person || !noted) return respond(401);
  const token = await sign(env, 'JWT', {
    sub: person.sub, sid, auth_time: now, email: person.email, email_verified: true,
  });
  return respond(200, { id_token: token, expires_in: TOKEN_LIFE });
}

// Routes behind the lock.

function latchkey(env) {
  return new Latchkey({ url: env.LATCHKEY_URL, secret: env.LATCHKEY_INTROSPECTION_SECRET });
}

function tickets(request, env) {
  return latchkey(env).guard(request, () => respond(200, { tickets: TICKETS }));
}

function refund(request, env) {
  return latchkey(env).guard(request, async (session) => {
    session.requirePasscode(300);
    const ticket = await member(request, 'ticket');
    if (!TICKETS.some(({ id }) => id === ticket)) return respond(404);
    return respond(200, { refunded: ticket, by: session.identity?.sub ?? session.userID });
  });
}

// User administration.

/** Adds a user whose address you know: it counts as verified at Latchkey. */
async function addPerson(request, env) {
  if (!await isAdmin(request, env)) return respond(401);
  const email = (await member(request, 'email')).trim().toLowerCase();
  const row = await env.DB.prepare('INSERT INTO people VALUES (?1, ?2) ON CONFLICT DO NOTHING RETURNING sub')
    .bind(crypto.randomUUID(), email).first();
  return respond(row ? 201 : 409);
}

/** Removes a user, and ends the sessions at Latchkey. */
async function removePerson(request, env) {
  if (!await isAdmin(request, env)) return respond(401);
  const email = (await member(request, 'email')).trim().toLowerCase();
  const person = await env.DB.prepare('SELECT sub FROM people WHERE email = ?1').bind(email).first();
  if (!person) return respond(404);
  // A batch is a transaction. The logouts end all sessions, and each sign-in whose token may be unused.
  await env.DB.batch([
    'DELETE FROM people WHERE sub = ?1', 'DELETE FROM links WHERE sub = ?1',
    'INSERT INTO logouts (sub) SELECT ?1',
    'INSERT INTO logouts (sub, sid) SELECT sub, sid FROM sign_ins WHERE sub = ?1',
    'DELETE FROM sign_ins WHERE sub = ?1',
  ].map((statement) => env.DB.prepare(statement).bind(person.sub)));
  return respond(await sendLogouts(env) ? 200 : 202);
}

/** Sends pending logouts (OpenID Connect Back-Channel Logout 1.0, 2.5). Returns whether none is left. */
async function sendLogouts(env) {
  const { results } = await env.DB.prepare('SELECT id, sub, sid FROM logouts ORDER BY id LIMIT ?1')
    .bind(LOGOUTS_AT_ONCE).all();
  for (const { id, sub, sid } of results) {
    const claims = { sub, ...(sid && { sid }), jti: crypto.randomUUID(), events: { [LOGOUT_EVENT]: {} } };
    const response = await fetch(`${env.LATCHKEY_URL}/api/auth/backchannel-logout`, {
      method: 'POST', body: new URLSearchParams({ logout_token: await sign(env, 'logout+jwt', claims) }),
      redirect: 'manual', signal: AbortSignal.timeout(5000),
    }).catch(() => null);
    await response?.body?.cancel();
    if (response?.status !== 200) return false;
    await env.DB.prepare('DELETE FROM logouts WHERE id = ?1').bind(id).run();
  }
  return results.length < LOGOUTS_AT_ONCE;
}

async function isAdmin(request, env) {
  // Without the secret, no one is: `Bearer undefined` must not authorize.
  if (!env.ADMIN_SECRET) return false;
  // Digests are compared, so that the duration reveals nothing about the secret.
  const given = await digest(request.headers.get('authorization') ?? '');
  return given === await digest(`Bearer ${env.ADMIN_SECRET}`);
}

// Tokens.

async function sign(env, typ, claims) {
  const [jwk] = JSON.parse(env.SIGNING_KEYS);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign']);
  const now = seconds();
  const parts = [
    { alg: 'ES256', kid: jwk.kid, typ },
    { iss: env.ISSUER, aud: env.AUDIENCE, iat: now, exp: now + TOKEN_LIFE, ...claims },
  ];
  const text = parts.map((part) => base64URL(new TextEncoder().encode(JSON.stringify(part)))).join('.');
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, new TextEncoder().encode(text));
  return `${text}.${base64URL(new Uint8Array(signature))}`;
}

function base64URL(bytes) {
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function randomText() {
  return base64URL(crypto.getRandomValues(new Uint8Array(32)));
}

async function digest(text) {
  return base64URL(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

function seconds() {
  return Math.floor(Date.now() / 1000);
}

// Requests and responses.

class BadRequest extends Error {
  constructor(status) {
    super(`bad request, ${status}`);
    this.status = status;
  }
}

/** Returns a string from the JSON body. */
async function member(request, name) {
  const length = Number(request.headers.get('content-length') ?? NaN);
  if (!(length <= LARGEST_BODY)) throw new BadRequest(413);
  const body = await request.json().catch(() => null);
  if (typeof body?.[name] !== 'string') throw new BadRequest(400);
  return body[name];
}

function respond(status, body, cache = 'no-store') {
  const headers = { 'cache-control': cache, ...(body && { 'content-type': 'application/json' }) };
  return new Response(body ? JSON.stringify(body) : null, { status, headers });
}
