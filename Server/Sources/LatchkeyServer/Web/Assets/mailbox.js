import { localTime } from './dates.js';

for (const time of document.querySelectorAll('time[datetime]')) {
  time.textContent = localTime(time.dateTime);
}
