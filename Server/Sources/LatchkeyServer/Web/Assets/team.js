import { announce, part, stamp, whileBusy } from './dom.js';
import { counted, explain, messages } from './messages.js';
import { callSignedIn } from './session.js';
import { startSignedIn } from './signed-in.js';

/** The team's rules, and how many accounts fall short of them. */
async function load() {
  const response = await callSignedIn('GET', '/api/admin/team');
  part('status').textContent = '';
  part('again').hidden = response.ok;
  announce(part('page-message'), response.ok ? '' : explain(response));
  if (!response.ok) return;
  const team = response.body;
  part('passcode').textContent = team.passcode_required ? messages.team.required : messages.team.optional;
  part('timeout').textContent = messages.unit(team.longest_timeout_minutes, 'minute');
  part('biometrics').textContent = team.biometrics_allowed ? messages.team.allowed : messages.team.forbidden;
  part('unlock').textContent = team.server_unlock_required ? messages.team.server : messages.team.offline;
  part('session-days').textContent = messages.unit(team.session_days, 'day');
  const shortfalls = [...(team.passcode_required ? ['no_passcode'] : []), 'reset_required', 'locked_out']
    .filter((state) => team.people[state] > 0).map((state) => accountsOf(state, team.people[state]));
  const withoutDevice = counted(team.without_device, team.people.passcode_set);
  if (team.server_unlock_required && withoutDevice !== 0) {
    shortfalls.push(shortfall(messages.team.noDevice, withoutDevice));
  }
  part('shortfalls').replaceChildren(
    ...shortfalls.length ? shortfalls : [stamp(part('none'), { 'none-text': messages.team.none })]);
  part('team').hidden = false;
}

function accountsOf(state, number) {
  const element = shortfall(messages.personStates[state], counted(number));
  element.querySelector('a').href = `/people#state=${state}`;
  return element;
}

function shortfall(words, number) {
  return stamp(part('shortfall'), { 'shortfall-state': words, 'shortfall-number': number });
}

part('again').addEventListener('click', (event) => whileBusy(event.currentTarget, load));
startSignedIn();
void load();
