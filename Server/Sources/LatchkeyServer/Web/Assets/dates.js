import { locale } from './texts.js';

const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** A time from the server in the reader's own time zone. */
export function localTime(iso) {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : format.format(date);
}
