/**
 * The result of a passkey prompt: the credential for the API, or the reason of a failure.
 * @typedef {{ credential: object } | { failure: 'cancelled' | 'known' | 'failed' }} PasskeyResult
 */

/** The members of a response that the server reads (WebAuthn Level 3, 5.1.8 and 5.1.9). Others are not sent. */
const MEMBERS = ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle', 'transports'];

const FAILURES = { NotAllowedError: 'cancelled', AbortError: 'cancelled', InvalidStateError: 'known' };

/** Whether this browser can use passkeys on this page. */
export function canUsePasskeys() {
  return 'PublicKeyCredential' in globalThis;
}

/**
 * Whether this device can create a passkey with user verification. Browsers before Chromium 85, Safari 16 and Firefox
 * 119 do not expose what the server reads of a new one ("webauthn-public-key-easy" of web-features).
 */
export async function canMakePasskey() {
  try {
    return 'getAuthenticatorData' in AuthenticatorAttestationResponse.prototype
      && await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
}

/**
 * Creates a passkey on this device.
 * @returns {Promise<PasskeyResult>}
 */
export function makePasskey(options) {
  return settle(() => navigator.credentials.create({ publicKey: creationOptions(options) }));
}

/**
 * Uses a passkey of the account.
 * @returns {Promise<PasskeyResult>}
 */
export function usePasskey(options) {
  return settle(() => navigator.credentials.get({ publicKey: requestOptions(options) }));
}

async function settle(work) {
  try {
    const { id, rawId, type, response } = inJSON(await work());
    const members = MEMBERS.filter((name) => response[name] != null).map((name) => [name, response[name]]);
    return { credential: { id, rawId, type, response: Object.fromEntries(members) } };
  } catch (error) {
    return { failure: FAILURES[error.name] ?? 'failed' };
  }
}

// Browsers before 2025 do not convert by themselves.

function creationOptions(json) {
  return PublicKeyCredential.parseCreationOptionsFromJSON?.(json) ?? {
    ...json, challenge: bytes(json.challenge), user: withBytes(json.user),
    excludeCredentials: json.excludeCredentials?.map(withBytes),
  };
}

function requestOptions(json) {
  return PublicKeyCredential.parseRequestOptionsFromJSON?.(json) ?? {
    ...json, challenge: bytes(json.challenge), allowCredentials: json.allowCredentials?.map(withBytes),
  };
}

function inJSON(credential) {
  if (credential.toJSON) return credential.toJSON();
  const { id, rawId, type, response } = credential;
  const { clientDataJSON, signature, userHandle } = response;
  const authenticatorData = response.authenticatorData ?? response.getAuthenticatorData();
  const parts = Object.entries({ clientDataJSON, authenticatorData, signature, userHandle })
    .map(([name, buffer]) => [name, buffer && text(buffer)]);
  return {
    id, rawId: text(rawId), type,
    response: { ...Object.fromEntries(parts), transports: response.getTransports?.() },
  };
}

function withBytes(named) {
  return { ...named, id: bytes(named.id) };
}

/** Base64url without padding (RFC 4648, 5). */
function bytes(base64url) {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function text(buffer) {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
