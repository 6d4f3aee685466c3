import { timeZone } from './dates.js';
import { announce, part, whileBusy } from './dom.js';
import { explain, messages } from './messages.js';
import { PasscodeDialog } from './passcode-dialog.js';
import { goToSignIn } from './paths.js';
import { startDeviceList } from './device-list.js';
import { noteLock } from './last-activity.js';
import { startPasskeyList } from './passkey-list.js';
import { forgetAccount } from './passkey-memory.js';
import { callSignedIn, setTimeoutMinutes } from './session.js';
import { startSessionList } from './session-list.js';
import { startSignedIn } from './signed-in.js';

const settings = part('settings');
const hasPasscode = 'hasPasscode' in settings.dataset;
const dialog = new PasscodeDialog();
const patch = (body) => callSignedIn('PATCH', '/api/auth/passcode-settings', body);
const showError = (response) => announce(part('page-message'), explain(response));

/** Disabling requires the passcode, enabling does not. The server renders the page again. */
async function toggle() {
  const enable = !('enabled' in settings.dataset);
  const response = enable
    ? await patch({ passcode_enabled: true })
    : await dialog.requestPasscode(messages.passcodeTo.disable,
      (passcode) => patch({ passcode_enabled: false, current_passcode: passcode }));
  if (response?.ok) return location.reload();
  if (response) showError(response);
}

function startTimeout(fieldset) {
  const radios = [...fieldset.querySelectorAll('input')];
  let saved = Number(radios.find((radio) => radio.defaultChecked)?.value ?? 0);
  let saving = false;
  const select = (value) => radios.forEach((radio) => { radio.checked = Number(radio.value) === value; });
  // A choice from before this script ran, or restored by the browser, was not saved.
  select(saved);

  fieldset.addEventListener('change', async (event) => {
    const wanted = Number(event.target.value);
    if (saving) return select(saved);
    saving = true;
    const body = { passcode_timeout_minutes: wanted };
    const response = wanted <= saved
      ? await patch(body)
      : await dialog.requestPasscode(messages.passcodeTo.lengthen,
        (passcode) => patch({ ...body, current_passcode: passcode }));
    saving = false;
    if (response?.ok) {
      saved = response.body.passcode_timeout_minutes;
      if (response.body.passcode_enabled) setTimeoutMinutes(saved);
      announce(part('saved'), messages.timeoutSaved(saved));
    } else if (response) showError(response);
    select(saved);
  });
}

/** Renders the page again in the language. */
function startLanguage(fieldset) {
  fieldset.addEventListener('change', async (event) => {
    const response = await patch({ language: event.target.value });
    if (response.ok) return location.reload();
    fieldset.querySelectorAll('input').forEach((radio) => { radio.checked = radio.defaultChecked; });
    showError(response);
  });
}

/** Emails have the time zone of the browser that last opened this page. */
function sendTimeZone() {
  const zone = timeZone();
  // The server may not know a new zone, which is not the user's error.
  if (zone && zone !== settings.dataset.timeZone) void patch({ time_zone: zone });
}

function startDeletion() {
  const confirm = part('delete-dialog');
  const message = part('delete-message');
  const remove = (body) => callSignedIn('DELETE', '/api/auth/account', body);

  part('delete').addEventListener('click', () => {
    message.textContent = '';
    confirm.showModal();
  });
  part('delete-cancel').addEventListener('click', () => confirm.close());
  part('delete-confirm').addEventListener('click', (event) => whileBusy(event.currentTarget, async () => {
    if (hasPasscode) confirm.close();
    const response = hasPasscode
      ? await dialog.requestPasscode(messages.passcodeTo.delete, (passcode) => remove({ current_passcode: passcode }))
      : await remove({});
    if (!response) return;
    if (!response.ok) return announce(message, explain(response));
    noteLock();
    forgetAccount();
    goToSignIn('deleted');
  }));
}

startSignedIn();
startSessionList();
if (part('passkeys')) {
  void startPasskeyList(() => dialog.requestPasscode(messages.passcodeTo.addPasskey,
    (passcode) => callSignedIn('POST', '/api/auth/verify-passcode', { passcode })));
}
startDeviceList((attempt) => dialog.requestPasscode(messages.passcodeTo.shutDevice, attempt));
startDeletion();
startLanguage(part('language'));
sendTimeZone();
part('enabled')?.addEventListener('click', (event) => whileBusy(event.currentTarget, toggle));
if (hasPasscode) startTimeout(part('timeout'));
