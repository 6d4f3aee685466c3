import { locale } from './texts.js';

// The user's own region for the page's language, such as en-US, with the digits and calendar of emails.
const region = new RegExp(`^${locale.split('-')[0]}-([a-z]{2}|[0-9]{3})$`, 'i');
const own = navigator.languages.find((tag) => region.test(tag)) ?? locale;
const { calendar, numberingSystem } = new Intl.DateTimeFormat(locale).resolvedOptions();
const format = new Intl.DateTimeFormat(own, { dateStyle: 'medium', timeStyle: 'short', calendar, numberingSystem });

/** Returns a server's time in the user's time zone. */
export function localTime(iso) {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : format.format(date);
}

/** Returns the name of the user's time zone; undefined if the browser does not know it. */
export function timeZone() {
  return format.resolvedOptions().timeZone;
}
