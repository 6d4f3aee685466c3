import { part } from './dom.js';
import { NumberPad } from './number-pad.js';
import { showFailure } from './passcode-check.js';

/** A dialog for the current passcode, before a call that requires it. */
export class PasscodeDialog {
  #dialog = part('passcode-dialog');
  #attempt = null;
  #finish = null;
  #pad;

  constructor() {
    this.#pad = new NumberPad(part('pad', this.#dialog), (passcode) => this.#check(passcode));
    part('dialog-cancel', this.#dialog).addEventListener('click', () => this.#dialog.close());
    this.#dialog.addEventListener('close', () => this.#close(null));
  }

  /**
   * Returns the server's response to the successful attempt, or null if the user cancelled.
   * @param {string} lead
   * @param {(passcode: string) => Promise<import('./api.js').APIResponse>} attempt
   */
  requestPasscode(lead, attempt) {
    part('dialog-lead', this.#dialog).textContent = lead;
    this.#pad.clear();
    this.#attempt = attempt;
    this.#dialog.showModal();
    part('dialog-title', this.#dialog).focus();
    return new Promise((resolve) => { this.#finish = resolve; });
  }

  async #check(passcode) {
    const response = await this.#attempt(passcode);
    if (!response.ok) return showFailure(this.#pad, response);
    this.#close(response);
    this.#dialog.close();
  }

  #close(response) {
    this.#finish?.(response);
    this.#finish = null;
    this.#pad.clear();
  }
}
