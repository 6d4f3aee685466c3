import { noteActivity } from './last-activity.js';

/** Longer than the deadlines of the server, so that its response comes first. */
const TIMEOUT_MS = 20_000;

/**
 * A response of the server.
 * @typedef {object} APIResponse
 * @property {boolean} ok
 * @property {number} status 0 if the server was not reached
 * @property {string} problem the NAME of `/problems/NAME`, or ''
 * @property {number} retryAfter in seconds; 0 without a delay
 * @property {string} etag the version of the resource, or ''
 * @property {any} body never null
 */

/**
 * Calls the API. Never throws: a network failure is a response with status 0.
 * @returns {Promise<APIResponse>}
 */
export async function call(method, path, body, headers = {}) {
  try {
    const response = await read(await fetch(path, request(method, body, headers)));
    if (response.ok) noteActivity(path);
    return response;
  } catch {
    return { ok: false, status: 0, problem: '', retryAfter: 0, etag: '', body: {} };
  }
}

/** Whether the browser stores cookies. `navigator.cookieEnabled` may be true although the user has blocked them. */
export function allowsCookies() {
  const cookie = 'latchkey-check=1; Path=/sign-in; SameSite=Strict';
  document.cookie = cookie;
  const isKept = document.cookie.includes('latchkey-check=1');
  document.cookie = `${cookie}; Max-Age=0`;
  return isKept;
}

/** Whether the browser has stored the cookie of a new session; true if the network fails. */
export async function keepsCookies() {
  return (await call('GET', '/api/auth/me')).status !== 401;
}

/** @returns {RequestInit} */
function request(method, body, headers) {
  return {
    method,
    headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
}

async function read(response) {
  const body = await response.json().catch(() => null) ?? {};
  return {
    ok: response.ok,
    status: response.status,
    problem: problem(response, body),
    retryAfter: seconds(body.retry_after) || seconds(response.headers.get('Retry-After')),
    // A proxy that compresses weakens the server's tag, which If-Match compares strongly.
    etag: response.headers.get('ETag')?.replace(/^W\//, '') ?? '',
    body,
  };
}

function problem(response, body) {
  // The session goes on (RFC 9470).
  if (response.headers.get('WWW-Authenticate')?.includes('insufficient_user_authentication')) return 'passcode-too-old';
  return typeof body.type === 'string' ? body.type.replace('/problems/', '') : '';
}

function seconds(value) {
  const number = Number(value);
  return Number.isFinite(number) && number > 0 ? Math.ceil(number) : 0;
}
