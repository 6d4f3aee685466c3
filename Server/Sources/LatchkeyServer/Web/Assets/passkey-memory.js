/** An account's choices in this browser: no secrets. Without storage for the site, nothing is remembered. */
class Memory {
  #kind;

  constructor(kind) {
    this.#kind = kind;
  }

  /** The account may be known only later, if the page starts without a session. */
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

/** Whether a passkey was the last to unlock here. */
export const passkeyUse = new Memory('used');

/** Whether "Not now" was chosen for a passkey. */
export const passkeyDecline = new Memory('declined');

export function forgetAccount() {
  passkeyUse.isSet = false;
  passkeyDecline.isSet = false;
}
