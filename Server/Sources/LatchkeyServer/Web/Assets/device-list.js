import { localTime } from './dates.js';
import { announce, part, stamp, whileBusy } from './dom.js';
import { explain, isolated, messages } from './messages.js';
import { callSignedIn } from './session.js';

const PATH = '/api/auth/unlock-keys';
const list = part('devices');

/** The devices that open with the server, each with a button that shuts it. Hidden if there is none. */
async function load(requestPasscode, words = '') {
  const response = await callSignedIn('GET', PATH);
  list.setAttribute('aria-busy', 'false');
  part('devices-again').hidden = response.ok;
  announce(part('devices-message'), response.ok ? '' : explain(response));
  part('devices-panel').hidden = response.ok && !response.body.unlock_keys.length && !words;
  if (!response.ok) return;
  list.replaceChildren(...response.body.unlock_keys.map((device) => item(device, requestPasscode)));
  announce(part('devices-status'), words);
}

function item(device, requestPasscode) {
  const { device_name: named, created_at: since, last_used_at: used } = device;
  const name = named || messages.unknownDevice;
  const element = stamp(part('device'), {
    'session-name': isolated(name),
    'session-times': messages.deviceTimes(localTime(since), used && localTime(used)),
  });
  const button = element.querySelector('button');
  button.setAttribute('aria-label', messages.shutDevice(name));
  button.addEventListener('click', () => whileBusy(button, () => shut(device, requestPasscode)));
  return element;
}

async function shut({ id }, requestPasscode) {
  const response = await requestPasscode(async (passcode) => {
    const shut = await callSignedIn('DELETE', `${PATH}/${id}`, { current_passcode: passcode });
    // 404: it was already shut.
    return { ...shut, ok: shut.ok || shut.status === 404 };
  });
  if (!response) return;
  await load(requestPasscode, messages.device.shut);
  // The focused button is gone.
  part('devices-title').focus();
}

/** @param {(attempt: (passcode: string) => Promise<object>) => Promise<?object>} requestPasscode */
export function startDeviceList(requestPasscode) {
  part('devices-again').addEventListener('click', (event) =>
    whileBusy(event.currentTarget, () => load(requestPasscode)));
  void load(requestPasscode);
}
