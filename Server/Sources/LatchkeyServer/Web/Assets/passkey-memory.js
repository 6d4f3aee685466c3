/**
 * What this browser remembers of an account: no secret, only that something was chosen here. Where the browser keeps
 * nothing for the site, nothing is remembered.
 */
class Memory {
  #kind;

  constructor(kind) {
    this.#kind = kind;
  }

  /** The account may be known only after a while, where a page begins without a session. */
  get #name() {
    return `latchkey-passkey-${this.#kind}:${document.body.dataset.account}`;
  }

  get isSet() {
    try {
      return localStorage.getItem(this.#name) !== null;
    } catch {
      return false;
    }
  }

  set isSet(value) {
    try {
      if (value) localStorage.setItem(this.#name, '');
      else localStorage.removeItem(this.#name);
    } catch { /* The browser allows no storage. */ }
  }
}

/** That a passkey was the last to unlock here. */
export const passkeyUse = new Memory('used');

/** That "Not now" was chosen when a passkey was offered. */
export const passkeyRefusal = new Memory('declined');

export function forgetAccount() {
  passkeyUse.isSet = false;
  passkeyRefusal.isSet = false;
}
