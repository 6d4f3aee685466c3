// Tests of latchkey.mjs that need no other process: node --test Backend/test/middleware.mjs
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { Latchkey, Rejected, Session } from '../latchkey.mjs';

const cases = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8'));
const passcode = 'urn:latchkey:passcode';

test('each accepted URL leads to its introspection path', async (context) => {
  const urls = [];
  context.mock.method(globalThis, 'fetch', async (url) => {
    urls.push(url);
    return new Response('{"active":true,"sub":"ada"}');
  });
  for (const [url, base] of Object.entries(cases.acceptedURLs)) {
    await new Latchkey({ url, secret: 's' }).session('Bearer t');
    assert.equal(urls.at(-1), `${base}/api/auth/introspect`);
    // No further normalisation.
    assert.equal(new URL(urls.at(-1)).href, urls.at(-1));
  }
});

test('an invalid URL is rejected without repeating it', () => {
  for (const url of [...cases.rejectedURLs, undefined, null]) {
    assert.throws(() => new Latchkey({ url, secret: 's' }), ({ message }) => {
      return message.startsWith('url: ') && !message.includes('p@');
    }, JSON.stringify(url));
  }
});

test('an introspection takes at most two seconds', async (context) => {
  const timeout = context.mock.method(AbortSignal, 'timeout');
  context.mock.method(globalThis, 'fetch', async () => new Response('{"active":true,"sub":"ada"}'));
  await new Latchkey({ url: 'https://lock.example.com', secret: 's' }).session('Bearer t');
  assert.deepEqual(timeout.mock.calls.map((call) => call.arguments), [[2000]]);
});

test('a secret is required, and sent as a Basic credential', async (context) => {
  const headers = [];
  context.mock.method(globalThis, 'fetch', async (_, options) => {
    headers.push(options.headers.authorization);
    return new Response('{"active":true,"sub":"ada"}');
  });
  for (const [secret, credential] of Object.entries(cases.acceptedSecrets)) {
    await new Latchkey({ url: 'https://lock.example.com', secret }).session('Bearer t');
    assert.equal(headers.at(-1), `Basic ${credential}`, secret);
  }
  for (const secret of [...cases.rejectedSecrets, undefined]) {
    assert.throws(() => new Latchkey({ url: 'https://lock.example.com', secret }), /^TypeError: secret: /);
  }
});

test('only a bearer token is introspected', async (context) => {
  const forms = [];
  context.mock.method(globalThis, 'fetch', async (_, options) => {
    forms.push(Object.fromEntries(options.body));
    return new Response('{"active":true,"sub":"ada"}');
  });
  const latchkey = new Latchkey({ url: 'https://lock.example.com', secret: 's' });
  for (const [header, token] of Object.entries(cases.acceptedAuthorizations)) {
    await latchkey.session(header);
    assert.deepEqual(forms.pop(), { token, activity: 'any' }, header);
  }
  for (const header of [...cases.rejectedAuthorizations, undefined, null]) {
    await assert.rejects(latchkey.session(header), ({ headers }) => headers['www-authenticate'] === 'Bearer', header);
  }
  assert.deepEqual(forms, []);
});

test('a passcode is fresh up to its maximum age', () => {
  for (const { ago, within, isFresh } of cases.passcodes) {
    const session = new Session({ sub: 'ada', acr: passcode, auth_time: 1_000_000 - ago });
    assert.equal(session.isPasscodeFresh(within, 1_000_000), isFresh, JSON.stringify({ ago, within }));
  }
});

test('the challenge names a limit that can be met', () => {
  const old = new Session({ sub: 'ada', acr: passcode, auth_time: 0 });
  assert.throws(() => old.requirePasscode(5), ({ headers }) => headers['www-authenticate'].endsWith('max_age="60"'));
  for (const within of [undefined, NaN, '']) assert.throws(() => old.requirePasscode(within), Rejected);
});

test('Express middleware does nothing after another response', async () => {
  const latchkey = new Latchkey({ url: 'http://127.0.0.1:9', secret: 's' });
  const calls = [];
  const response = { headersSent: true, writeHead: () => { throw new Error('headers were sent'); } };
  await latchkey.express()({ headers: {} }, response, (error) => calls.push(error));
  assert.deepEqual(calls, []);
});

test('Express middleware does not continue after a response during introspection', async () => {
  const response = { headersSent: false };
  const server = createServer((_, outgoing) => {
    response.headersSent = true;
    outgoing.end('{"active":true,"sub":"ada"}');
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const latchkey = new Latchkey({ url: `http://127.0.0.1:${server.address().port}`, secret: 's' });
  const calls = [];
  await latchkey.express()({ headers: { authorization: 'Bearer t' } }, response, (error) => calls.push(error));
  server.close();
  assert.deepEqual(calls, []);
});
