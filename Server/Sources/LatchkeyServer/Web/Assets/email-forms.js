import { call } from './api.js';
import { announce, part, showStage, whileBusy } from './dom.js';
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
   * @param {(email: string, code: string, showError: (words: string) => void) => Promise<void>} onCode
   */
  constructor(path, onCode) {
    this.#path = path;
    this.#onCode = onCode;
    onSubmit(this.#emailForm, (showError) => this.#submitEmail(showError), part('email-message'));
    onSubmit(this.#codeForm, (showError) => this.#submitCode(showError), part('code-message'));
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
    announce(part('code-message'), '');
    showStage('code');
    this.#codeForm.elements.code.focus();
  }

  async #submitEmail(showError) {
    this.#email = this.#emailForm.elements.email.value.trim();
    if (!this.#email.includes('@')) return showError(addressError(this.#email));
    if (await this.#send(showError)) this.showCode(this.#email);
  }

  async #submitCode(showError) {
    const code = emailCode(this.#codeForm.elements.code.value);
    if (!code) return showError(messages.emailCodeShape);
    await this.#onCode(this.#email, code, showError);
  }

  async #sendAgain() {
    const report = (words) => announce(part('code-status'), words);
    if (await this.#send(report)) report(messages.emailSent);
  }

  #changeAddress() {
    announce(part('code-status'), '');
    showStage('email');
    this.#emailForm.elements.email.focus();
  }

  async #send(showError) {
    const response = await call('POST', this.#path, { email: this.#email });
    if (!response.ok) showError(response.problem === 'invalid-request' ? addressError(this.#email) : explain(response));
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
      await work((words) => announce(message, words));
    });
  });
}
