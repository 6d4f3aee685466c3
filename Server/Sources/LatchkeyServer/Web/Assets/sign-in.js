import { allowsCookies, call, keepsCookies } from './api.js';
import { timeZone } from './dates.js';
import { deviceName } from './device-name.js';
import { part } from './dom.js';
import { EmailForms } from './email-forms.js';
import { explain, messages } from './messages.js';
import { goHome, isPasscodeOffered } from './paths.js';

// Without email the page offers only the provider.
if (part('email-form')) {
  new EmailForms('/api/auth/magic-link', async (email, code, showError) => {
    const response = await call('POST', '/api/auth/magic-link/verify',
      { email, code, transport: 'cookie', device_name: deviceName(), time_zone: timeZone() });
    if (!response.ok) return showError(explain(response));
    if (!await keepsCookies()) return showError(messages.noCookies);
    goHome(response.body.user, { offerPasscode: true });
  });
}

// The server stores it during the redirect, for an account without one.
const provider = part('provider');
const zone = timeZone();
if (provider && zone) {
  provider.search = `?time_zone=${encodeURIComponent(zone)}${provider.search.replace('?', '&')}`;
}

// Before a code is consumed for nothing.
const reason = allowsCookies()
  ? messages.signInReasons[new URLSearchParams(location.search).get('reason')]
  : messages.noCookies;
if (reason) {
  part('reason').hidden = false;
  part('reason').textContent = reason;
}

/**
 * A viewer from another site, such as the provider, may have a session whose cookie was not sent with this page's
 * request.
 */
async function refresh() {
  const response = await call('GET', '/api/auth/me');
  if (response.ok) goHome(response.body, { offerPasscode: isPasscodeOffered });
}

void refresh();
addEventListener('pageshow', (event) => {
  if (event.persisted) void refresh();
});
