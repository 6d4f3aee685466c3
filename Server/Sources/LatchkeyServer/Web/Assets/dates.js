import { locale } from './texts.js';

const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** Returns a time from the server in the time zone of the reader. */
export function localTime(iso) {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : format.format(date);
}
