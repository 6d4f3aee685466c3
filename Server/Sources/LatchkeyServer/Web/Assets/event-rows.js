import { localTime } from './dates.js';
import { part, stamp } from './dom.js';
import { isolated, messages } from './messages.js';

const ALARMING = new Set(['passcode_failed', 'passcode_blocked', 'disowned', 'unlocked_after_failures']);

/** Returns a row of a list of events, from the page's template. */
export function eventRow(at, what, details) {
  const element = stamp(part('event'), {
    'event-kind': what,
    'event-where': details.filter(Boolean).map(isolated).join(' · '),
    'event-when': localTime(at),
  });
  element.querySelector('time').dateTime = at;
  return element;
}

/** Returns the row of an event of an account's activity. */
export function activityRow(event, details = []) {
  const what = messages.kinds[event.kind] ?? event.kind;
  const element = eventRow(event.at, what, [...details, event.device_name, event.ip]);
  element.classList.toggle('event-alarming', ALARMING.has(event.kind));
  return element;
}
