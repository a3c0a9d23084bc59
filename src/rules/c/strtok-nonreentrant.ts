import type { CRule } from './c-rule.ts';
import { calledNames, someFunctionCalls } from './support/calls/own-functions.ts';

export const strtokNonreentrant: CRule = {
  id: 'strtok_nonreentrant',
  isOfName: true,
  title: 'strtok keeps its place in hidden state',
  category: 'concurrency',
  cwe: [663, 676],
  severity: 'low',
  event: 'shape',
  precision: 'medium',
  help: '`strtok` remembers where it is in one place for the whole program. Another thread, or a function that is called in the loop and splits text too, makes it go on in the wrong text. A library cannot know in how many threads it is called, and who calls it may be splitting a text as well.',
  suggestion: 'Use strtok_r, or strtok_s on Windows, with a save pointer of your own.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <string.h>
int words(char *line) {
  int count = 0;
  for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " ")) count++; // defect
  return count;
}`,
    ],
    good: [
      `#include <string.h>
int words(char *line) {
  int count = 0;
  char *rest = NULL;
  for (char *word = strtok_r(line, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest))
    count++;
  return count;
}`,
    ],
  },
  listen(report) {
    let splitting: ReadonlySet<string> | undefined;
    return {
      call(event, facts) {
        if (event.call.name !== 'strtok' || event.call.receiver !== undefined) return;
        const first = event.args[0];
        // One hit for a text: the calls that go on in it say nothing new.
        if (first !== undefined && facts.isNull(first) === 'always') return;
        const { functions } = facts.unit;
        splitting ??= new Set(
          functions.filter((fn) => calledNames(fn).has('strtok')).map((fn) => fn.name),
        );
        const nested = [...calledNames(facts.function)].some(
          (name) => name !== facts.function.name && splitting?.has(name) === true,
        );
        const threads = someFunctionCalls(facts.unit, /^(?:pthread_create|thrd_create|thread)$/);
        // A text from callers that were not seen: they may run in several threads.
        const anyCaller = first !== undefined && facts.contentTaint(first)?.kind === 'parameter';
        report(
          event.call,
          nested
            ? '`strtok` is not done with this text when a function that is called here splits another'
            : '`strtok` keeps its place where other threads, callers and callees can change it',
          { confidence: nested ? 0.85 : threads ? 0.8 : anyCaller ? 0.5 : 0.45 },
        );
      },
    };
  },
};
