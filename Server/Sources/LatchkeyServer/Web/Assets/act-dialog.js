import { announce, part, whileBusy } from './dom.js';
import { explain, messages } from './messages.js';
import { withFreshPasscode } from './step-up.js';

/** A dialog that explains an act of administration, and performs it. */
export class ActDialog {
  #dialog = part('act-dialog');
  #confirm = part('act-confirm');
  #message = part('act-message');
  #perform;
  #finish;

  constructor() {
    part('act-cancel').addEventListener('click', () => this.#dialog.close());
    this.#confirm.addEventListener('click', () => whileBusy(this.#confirm, () => this.#run()));
  }

  /**
   * Requests confirmation. Failures are shown in the dialog, which stays open, except if the account has changed.
   * @param {string} act its name among the texts
   * @param {string} address of the account
   * @param {() => Promise<import('./api.js').APIResponse>} perform
   * @param {(response: import('./api.js').APIResponse) => Promise<void>} finish after the act or an account change
   */
  requestConfirmation(act, address, perform, finish) {
    [this.#perform, this.#finish] = [perform, finish];
    part('act-title').textContent = messages.acts[act].name;
    part('act-text').textContent = messages.actText(act, address);
    this.#confirm.textContent = messages.acts[act].name;
    this.#confirm.classList.toggle('button-danger', act === 'remove');
    this.#message.textContent = '';
    this.#dialog.showModal();
  }

  async #run() {
    const [perform, finish] = [this.#perform, this.#finish];
    const response = await withFreshPasscode(perform);
    if (!response) return;
    // The dialog may have been cancelled, and opened for another act.
    const isShown = this.#perform === perform;
    if (!response.ok && response.status !== 404 && response.status !== 412) {
      if (isShown) announce(this.#message, explain(response));
      return;
    }
    if (isShown) this.#dialog.close();
    await finish(response);
  }
}
