import { localTime } from './dates.js';
import { announce, part, stamp, whileBusy } from './dom.js';
import { explain, isolated, messages } from './messages.js';
import { addPasskey } from './passkey-addition.js';
import { callSignedIn } from './session.js';
import { canMakePasskey } from './webauthn.js';

const PATH = '/api/auth/passkeys';
const list = part('passkeys');

/** The account's passkeys with buttons to rename and remove each, and one to add this device's. */
async function load(words = '') {
  const response = await callSignedIn('GET', PATH);
  list.setAttribute('aria-busy', 'false');
  part('passkeys-again').hidden = response.ok;
  showError(response.ok ? '' : explain(response));
  part('passkeys-status').textContent = '';
  if (!response.ok) return;
  const { passkeys } = response.body;
  list.replaceChildren(...passkeys.map(item));
  announce(part('passkeys-status'), words || (passkeys.length ? '' : messages.passkey.empty));
}

function showError(words) {
  announce(part('passkeys-message'), words);
}

function item(passkey) {
  const { name, created_at: added, last_used_at: used } = passkey;
  const element = stamp(part('passkey'), {
    'passkey-name': isolated(name),
    'passkey-times': messages.passkeyTimes(localTime(added), used && localTime(used)),
  });
  element.dataset.id = passkey.id;
  const [rename, remove] = element.querySelectorAll('button');
  rename.setAttribute('aria-label', messages.renamePasskey(name));
  rename.addEventListener('click', () => requestName(passkey));
  remove.setAttribute('aria-label', messages.removePasskey(name));
  remove.addEventListener('click', () => whileBusy(remove, () => end(passkey)));
  return element;
}

async function end({ id }) {
  const response = await callSignedIn('DELETE', `${PATH}/${id}`);
  // 404: it is already removed.
  if (!response.ok && response.status !== 404) return showError(explain(response));
  await load(messages.passkey.removed);
  // The focused button is gone.
  part('passkeys-title').focus();
}

const dialog = part('rename-dialog');
const field = part('passkey-name');
let renamed = null;

function requestName(passkey) {
  renamed = passkey;
  field.value = passkey.name;
  part('rename-message').textContent = '';
  dialog.showModal();
  field.select();
}

async function rename() {
  const name = field.value.trim();
  if (!name) return announce(part('rename-message'), messages.passkey.nameless);
  const response = await callSignedIn('PATCH', `${PATH}/${renamed.id}`, { name });
  if (!response.ok && response.status !== 404) return announce(part('rename-message'), explain(response));
  dialog.close();
  await load(response.ok ? messages.passkey.renamed : messages.passkey.removed);
  // The focused button was replaced.
  const shown = [...list.children].find((element) => element.dataset.id === renamed.id);
  (shown?.querySelector('button') ?? part('passkeys-title')).focus();
}

async function add(requestPasscode) {
  showError('');
  const words = await addPasskey(requestPasscode);
  if (words === '') await load(messages.passkey.added);
  else showError(words);
}

/** @param {() => Promise<?object>} requestPasscode if it was verified too long ago */
export async function startPasskeyList(requestPasscode) {
  part('passkeys-again').addEventListener('click', (event) => whileBusy(event.currentTarget, () => load()));
  part('passkey-add').addEventListener('click', (event) => whileBusy(event.currentTarget, () => add(requestPasscode)));
  part('rename-cancel').addEventListener('click', () => dialog.close());
  part('rename-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void whileBusy(part('rename-save'), rename);
  });
  void load();
  const isPossible = await canMakePasskey();
  part('passkey-add').hidden = !isPossible;
  part('passkey-none').hidden = isPossible;
}
