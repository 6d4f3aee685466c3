import { part, say, whileBusy } from './dom.js';
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
   * @param {() => Promise<import('./api.js').Answer>} perform
   * @param {(answer: import('./api.js').Answer) => Promise<void>} finish after the act, or if the account has changed
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
    const answer = await withFreshPasscode(perform);
    if (!answer) return;
    // The dialog may have been cancelled, and opened for another act.
    const isShown = this.#perform === perform;
    if (!answer.ok && answer.status !== 404 && answer.status !== 412) {
      if (isShown) say(this.#message, explain(answer));
      return;
    }
    if (isShown) this.#dialog.close();
    await finish(answer);
  }
}
