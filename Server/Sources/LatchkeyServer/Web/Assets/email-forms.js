import { call } from './api.js';
import { part, say, showStage, whileBusy } from './dom.js';
import { emailCode } from './email-code.js';
import { explain, messages } from './messages.js';

/** The two forms of sign-in and reset: the request for an email, then the code. */
export class EmailForms {
  #email = '';
  #path;
  #onCode;
  #emailForm = part('email-form');
  #codeForm = part('code-form');

  /**
   * Creates the forms.
   * @param {string} path the call that requests the email
   * @param {(email: string, code: string, complain: (words: string) => void) => Promise<void>} onCode
   */
  constructor(path, onCode) {
    this.#path = path;
    this.#onCode = onCode;
    onSubmit(this.#emailForm, (complain) => this.#submitEmail(complain), part('email-message'));
    onSubmit(this.#codeForm, (complain) => this.#submitCode(complain), part('code-message'));
    part('again').addEventListener('click', (event) => whileBusy(event.currentTarget, () => this.#sendAgain()));
    part('other').addEventListener('click', () => this.#changeAddress());
  }

  prefill(address) {
    this.#emailForm.elements.email.value = address;
  }

  /** Shows the form for the code from the email. */
  showCode(address) {
    this.#email = address;
    part('address').textContent = address;
    this.#codeForm.elements.code.value = '';
    say(part('code-message'), '');
    showStage('code');
    this.#codeForm.elements.code.focus();
  }

  async #submitEmail(complain) {
    this.#email = this.#emailForm.elements.email.value.trim();
    if (!this.#email.includes('@')) return complain(addressError(this.#email));
    if (await this.#send(complain)) this.showCode(this.#email);
  }

  async #submitCode(complain) {
    const code = emailCode(this.#codeForm.elements.code.value);
    if (!code) return complain(messages.emailCodeShape);
    await this.#onCode(this.#email, code, complain);
  }

  async #sendAgain() {
    const report = (words) => say(part('code-status'), words);
    if (await this.#send(report)) report(messages.emailSent);
  }

  #changeAddress() {
    say(part('code-status'), '');
    showStage('email');
    this.#emailForm.elements.email.focus();
  }

  async #send(complain) {
    const response = await call('POST', this.#path, { email: this.#email });
    if (!response.ok) complain(response.problem === 'invalid-request' ? addressError(this.#email) : explain(response));
    return response.ok;
  }
}

/** Returns why the server rejects the text as an email address. */
export function addressError(text) {
  const hasOtherLetters = /[^ -~]/.test(text.slice(0, text.lastIndexOf('@') + 1));
  return hasOtherLetters ? messages.emailLetters : messages.emailShape;
}

function onSubmit(form, work, message) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void whileBusy(form.querySelector('[type="submit"]'), async () => {
      message.textContent = '';
      await work((words) => say(message, words));
    });
  });
}
