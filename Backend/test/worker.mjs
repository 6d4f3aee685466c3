// Tests of Examples/BackendWorker/worker.mjs that need no server: node --test Backend/test/worker.mjs
import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { D1 } from '../../Examples/BackendWorker/trial/d1.mjs';
import worker from '../../Examples/BackendWorker/worker.mjs';

globalThis.crypto ??= webcrypto; // Node.js 18

/** Returns the response's status to a request for the administration of ada. */
async function administer(method, authorization, env) {
  const body = JSON.stringify({ email: 'ada@example.com' });
  const headers = { 'content-length': String(body.length), ...(authorization !== undefined && { authorization }) };
  const request = new Request('https://shop.example/admin/people', { method, headers, body });
  return (await worker.fetch(request, env)).status;
}

/** Runs the body with an empty database of the Worker's tables. */
async function withDatabase(body) {
  const database = new D1(':memory:');
  try {
    const schema = readFileSync(new URL('../../Examples/BackendWorker/schema.sql', import.meta.url), 'utf8');
    await database.batch(schema.split(';').filter((text) => text.trim()).map((sql) => database.prepare(sql)));
    await body(database);
  } finally {
    database.close();
  }
}

test('no one is an administrator without a secret', async () => {
  const DB = { prepare: () => { throw new Error('the database was used'); } };
  for (const ADMIN_SECRET of [undefined, null, '']) {
    for (const value of [undefined, '', 'Bearer', 'Bearer ', 'Bearer undefined', 'Bearer null', 'Bearer false']) {
      for (const method of ['PUT', 'DELETE']) {
        assert.equal(await administer(method, value, { DB, ADMIN_SECRET }), 401, `${ADMIN_SECRET}: ${value}`);
      }
    }
  }
});

test('only the secret as a bearer token administers users', async () => {
  await withDatabase(async (DB) => {
    const env = { DB, ADMIN_SECRET: 'a-secret' };
    for (const value of [undefined, '', 'a-secret', 'Bearer', 'Bearer a-secre', 'Bearer a-secret1', 'bearer a-secret',
      'Bearer A-secret', 'Basic a-secret', 'Bearer undefined']) {
      for (const method of ['PUT', 'DELETE']) assert.equal(await administer(method, value, env), 401, value);
    }
    assert.deepEqual((await DB.prepare('SELECT * FROM people').all()).results, []);
    assert.equal(await administer('PUT', 'Bearer a-secret', env), 201);
    assert.equal(await administer('PUT', 'Bearer a-secret', env), 409);
  });
});

test('a removal is complete only when all logouts were accepted', async (context) => {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  const key = { ...await crypto.subtle.exportKey('jwk', privateKey), kid: 'k' };
  let status = 200;
  const logouts = context.mock.method(globalThis, 'fetch', async () => new Response(null, { status }));
  await withDatabase(async (DB) => {
    const env = {
      DB, ADMIN_SECRET: 'a', SIGNING_KEYS: JSON.stringify([key]), ISSUER: 'https://shop.example', AUDIENCE: 'app',
      LATCHKEY_URL: 'https://lock.example.com',
    };
    const pending = async () => (await DB.prepare('SELECT id FROM logouts').all()).results.length;
    assert.equal(await administer('PUT', 'Bearer a', env), 201);
    await DB.prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25)
      INSERT INTO sign_ins SELECT 's' || i, sub, 0 FROM n, people`).run();
    assert.equal(await administer('DELETE', 'Bearer a', env), 202);
    assert.deepEqual([logouts.mock.callCount(), await pending()], [20, 6]);
    await worker.scheduled(null, env);
    assert.deepEqual([logouts.mock.callCount(), await pending()], [26, 0]);

    assert.equal(await administer('PUT', 'Bearer a', env), 201);
    status = 503;
    assert.equal(await administer('DELETE', 'Bearer a', env), 202);
    assert.equal(await pending(), 1);
    status = 200;
    assert.equal(await administer('PUT', 'Bearer a', env), 201);
    assert.equal(await administer('DELETE', 'Bearer a', env), 200);
    assert.equal(await pending(), 0);
  });
});
