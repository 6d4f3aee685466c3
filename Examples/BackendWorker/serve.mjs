/**
 * Runs worker.mjs on this machine, with Node.js 18 or later and Python 3. Requests come from `node:http`, and D1 is
 * SQLite in DATA/shop.sqlite. Emails become files in DATA/emails. Cloudflare's `wrangler dev` does this and more.
 *
 *     node serve.mjs
 */

import { createServer } from 'node:http';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { webcrypto } from 'node:crypto';
import { D1 } from './trial/d1.mjs';
import worker from './worker.mjs';

globalThis.crypto ??= webcrypto; // Node.js 18
process.umask(0o077);
const data = process.env.DATA ?? 'data/worker';
mkdirSync(`${data}/emails`, { recursive: true });

const secret = process.env.LATCHKEY_INTROSPECTION_SECRET;
if (!secret) {
  console.error("LATCHKEY_INTROSPECTION_SECRET is not set: use the server's");
  process.exit(1);
}
const database = new D1(`${data}/shop.sqlite`);
const schema = readFileSync(new URL('schema.sql', import.meta.url), 'utf8');
await database.batch(schema.split(';').filter((text) => text.trim()).map((sql) => database.prepare(sql)));

const port = Number(process.env.PORT ?? 4000);
const env = {
  DB: database, MAIL: { send: writeEmail }, AUDIENCE: 'desk-app', ISSUER: `http://127.0.0.1:${port}`,
  LATCHKEY_URL: process.env.LATCHKEY_URL ?? 'http://127.0.0.1:8080', LATCHKEY_INTROSPECTION_SECRET: secret,
  SIGNING_KEYS: await signingKeys(`${data}/signing-keys`), ADMIN_SECRET: process.env.ADMIN_SECRET ?? 'admin',
};

const server = createServer(async (incoming, outgoing) => {
  try {
    const { status, headers, body } = await worker.fetch(await request(incoming), env, context());
    const content = body && Buffer.from(await new Response(body).arrayBuffer());
    outgoing.writeHead(status, Object.fromEntries(headers)).end(content);
  } catch (error) {
    console.error(error.message);
    outgoing.writeHead(500).end();
  }
});
server.listen(port, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`));

async function request(incoming) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method, headers: incoming.headers, body: chunks.length ? Buffer.concat(chunks) : undefined,
  });
}

function context() {
  return { waitUntil: (promise) => promise.catch((error) => console.error(error.message)) };
}

async function writeEmail({ to, subject, text }) {
  writeFileSync(`${data}/emails/${Date.now()}-${crypto.randomUUID()}`, `To: ${to}\nSubject: ${subject}\n\n${text}`);
}

/** Creates the key at the first start. On Cloudflare: `wrangler secret put SIGNING_KEYS`. */
async function signingKeys(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
    const key = { ...await crypto.subtle.exportKey('jwk', privateKey), kid: crypto.randomUUID() };
    writeFileSync(file, JSON.stringify([key]), { flag: 'wx' });
    return JSON.stringify([key]);
  }
}
