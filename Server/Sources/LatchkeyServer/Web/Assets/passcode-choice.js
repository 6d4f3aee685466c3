import { part } from './dom.js';
import { messages } from './messages.js';

/** The two steps of a new passcode: choosing and repeating it. */
export class PasscodeChoice {
  #first = '';
  #root;
  #title;

  /** @param {HTMLElement} root contains the parts `title`, `lead` and `restart` */
  constructor(root, title) {
    this.#root = root;
    this.#title = title;
  }

  /** Returns to the first step. */
  begin() {
    this.#first = '';
    setHeading(this.#root, this.#title, messages.chooseLead);
    part('restart', this.#root).hidden = true;
  }

  /** Returns the passcode if it was entered twice, and null otherwise. */
  enter(passcode, pad) {
    if (!this.#first) {
      if (isObvious(passcode)) {
        pad.fail(messages.weak.obvious);
        return null;
      }
      this.#first = passcode;
      setHeading(this.#root, messages.repeat, messages.repeatLead);
      part('restart', this.#root).hidden = false;
      return null;
    }
    const matches = passcode === this.#first;
    this.begin();
    if (!matches) pad.fail(messages.mismatch);
    return matches ? passcode : null;
  }
}

/** Changes the pad's prompt. The heading's container is a live region. */
export function setHeading(root, title, lead) {
  part('title', root).textContent = title;
  part('lead', root).textContent = lead;
}

/** Rejects 111111 and 123456 without a request; the server has the whole list. */
function isObvious(passcode) {
  const steps = [...passcode].slice(1).map((digit, index) => Number(digit) - Number(passcode[index]));
  return steps.every((step) => step === steps[0] && Math.abs(step) <= 1);
}
