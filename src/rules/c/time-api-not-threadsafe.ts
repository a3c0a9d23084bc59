import type { CRule } from './c-rule.ts';
import { someFunctionCalls } from './support/calls/own-functions.ts';

const SHARED = /^(?:localtime|gmtime|ctime|asctime)$/;

export const timeApiNotThreadsafe: CRule = {
  id: 'time_api_not_threadsafe',
  isOfName: true,
  title: 'A time function with a shared result',
  category: 'concurrency',
  cwe: [362, 676],
  severity: 'low',
  event: 'shape',
  precision: 'medium',
  help: '`localtime`, `gmtime`, `ctime` and `asctime` return a pointer to one object that the next call overwrites, in any thread. What was read from it then belongs to another moment.',
  suggestion: 'Use localtime_r or gmtime_r with a struct tm of your own, and strftime for text.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <time.h>
int hour_of(time_t when) {
  struct tm *parts = localtime(&when); // defect
  return parts == NULL ? -1 : parts->tm_hour;
}`,
    ],
    good: [
      `#include <time.h>
int hour_of(time_t when) {
  struct tm parts;
  return localtime_r(&when, &parts) == NULL ? -1 : parts.tm_hour;
}`,
    ],
  },
  listen: (report) => ({
    call(event, facts) {
      if (!SHARED.test(event.call.name) || event.call.receiver !== undefined) return;
      const threads = someFunctionCalls(facts.unit, /^(?:pthread_\w+|thrd_create|thread)$/);
      report(event.call, `\`${event.call.name}\` returns an object that all threads share`, {
        confidence: threads ? 0.7 : 0.45,
      });
    },
  }),
};
