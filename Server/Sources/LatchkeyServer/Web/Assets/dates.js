import { locale } from './texts.js';

const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** Returns a server's time in the user's time zone. */
export function localTime(iso) {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : format.format(date);
}

/** Returns the name of the user's time zone; undefined if the browser does not know it. */
export function timeZone() {
  return format.resolvedOptions().timeZone;
}
