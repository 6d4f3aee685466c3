import { messages } from './messages.js';

const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'], [/\b(OPR|OPT)\//, 'Opera'], [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'], [/(Chrome|CriOS)\//, 'Chrome'], [/\bSafari\//, 'Safari'],
];
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'], [/\biPad\b/, 'iPad'], [/\bAndroid\b/, 'Android'], [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'], [/\bMac OS X\b/, 'macOS'], [/\bLinux\b/, 'Linux'],
];

/** Returns the device's name in the list of sessions, such as "Firefox on Linux". */
export function deviceName(userAgent = navigator.userAgent) {
  const find = (list, fallback) => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? fallback;
  const system = find(SYSTEMS, '');
  const browser = find(BROWSERS, messages.browser);
  return (system ? messages.browserOn(browser, system) : browser).slice(0, 40);
}
