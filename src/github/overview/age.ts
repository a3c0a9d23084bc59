import { count } from '../../security/report/count.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was, in its largest unit: `3 hours ago`. */
export function ageText(at: Date, now: number): string {
  const passed = now - at.getTime();
  if (passed < MINUTE) return 'just now';
  if (passed < HOUR) return `${count(Math.floor(passed / MINUTE), 'minute')} ago`;
  if (passed < DAY) return `${count(Math.floor(passed / HOUR), 'hour')} ago`;
  return `${count(Math.floor(passed / DAY), 'day')} ago`;
}
