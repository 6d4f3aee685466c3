import { call } from './api.js';
import { part, say, showStage, whileBusy } from './dom.js';
import { mailCode } from './mail-code.js';
import { explain, messages } from './messages.js';

/**
 * The two forms that begin sign-in and reset alike: ask for a mail, then type its code.
 * @param {string} path the call that sends the mail
 * @param {(email: string, code: string, complain: (words: string) => void) => Promise<void>} onCode
 */
export function startMailForms(path, onCode) {
  const emailForm = part('email-form');
  const codeForm = part('code-form');
  let email = '';

  async function send(complain) {
    const answer = await call('POST', path, { email });
    if (answer.ok) return true;
    complain(answer.problem === 'invalid-request' ? messages.emailShape : explain(answer));
    return false;
  }

  function showCode(address) {
    email = address;
    part('address').textContent = address;
    codeForm.elements.code.value = '';
    say(part('code-message'), '');
    showStage('code');
    codeForm.elements.code.focus();
  }

  onSubmit(emailForm, async () => {
    const complain = (words) => say(part('email-message'), words);
    complain('');
    email = emailForm.elements.email.value.trim();
    if (!email.includes('@')) return complain(messages.emailShape);
    if (await send(complain)) showCode(email);
  });

  onSubmit(codeForm, async () => {
    const complain = (words) => say(part('code-message'), words);
    complain('');
    const code = mailCode(codeForm.elements.code.value);
    if (!code) return complain(messages.mailCodeShape);
    await onCode(email, code, complain);
  });

  part('again').addEventListener('click', (event) => whileBusy(event.currentTarget, async () => {
    const status = part('code-status');
    if (await send((words) => say(status, words))) say(status, messages.mailSent);
  }));
  part('other').addEventListener('click', () => {
    say(part('code-status'), '');
    showStage('email');
    emailForm.elements.email.focus();
  });

  return { showCode, prefill: (address) => { emailForm.elements.email.value = address; } };
}

function onSubmit(form, work) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void whileBusy(form.querySelector('[type="submit"]'), work);
  });
}
