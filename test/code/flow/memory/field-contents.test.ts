import { describe, expect, test } from '@jest/globals';
import type { Taint } from '../../../../src/code/flow/domain/taint.ts';
import type { FlowListener } from '../../../../src/code/flow/interpreter/events.ts';
import { analyseUnit, surveyUnit } from '../../../../src/code/flow/project/analyse-unit.ts';
import { joinSurveys } from '../../../../src/code/flow/project/join-surveys.ts';
import { NO_PROJECT, projectSymbols } from '../../../../src/code/flow/project/project-knowledge.ts';
import { lower } from '../../../support/c-code.ts';

/** The taint of the content of the first argument of the calls of `see`, over all files. */
function seen(files: Readonly<Record<string, string>>): (Taint | undefined)[] {
  const heard: (Taint | undefined)[] = [];
  const listener: FlowListener = {
    call({ call, args: [first] }, facts) {
      if (call.name === 'see' && first !== undefined) heard.push(facts.contentTaint(first));
    },
  };
  let project = NO_PROJECT;
  const all = Object.entries(files);
  for (let round = 0; round < (all.length > 1 ? 2 : 0); round += 1)
    project = joinSurveys(
      all.map(([file, text]) =>
        surveyUnit(lower(text, 'c', projectSymbols(project, file, text)), file, project),
      ),
    );
  for (const [file, text] of all)
    analyseUnit(lower(text, 'c', projectSymbols(project, file, text)), file, listener, project);
  return heard;
}

const kinds = (text: string): (string | undefined)[] =>
  seen({ 'one.c': text }).map((taint) => taint?.kind);

const JOB = 'struct job { char *title; char host[40]; int left; };';

describe('text that is kept', () => {
  test.each([
    ['by a pointer in a field', 'j->title = line;'],
    ['by a copy in a field', 'j->title = strdup(line);'],
    ['in an array of the record', 'strcpy(j->host, line);', 'host'],
    ['in an array of the record, formatted', 'snprintf(j->host, 40, "%s.local", line);', 'host'],
    ['byte by byte', 'int i = 0; do j->host[i] = line[i]; while (line[i++] != 0);', 'host'],
    ['by a list of fields', '*j = (struct job){.title = line};'],
    ['by a list in order', 'struct job k = {line}; *j = k;'],
    ['behind a grown block', 'j->title = realloc(line, 90);'],
  ])('%s is followed into another function', (_how, keep, field = 'title') => {
    const text = `${JOB}
      void fill(struct job *j) { static char line[80]; fgets(line, 80, stdin); ${keep} }
      void use(struct job *j) { see(j->${field}); }`;
    expect(kinds(text)).toEqual(['file']);
  });

  test('in a global is followed into another function', () => {
    expect(
      kinds(`static char host[40]; char *title;
        void use(void) { see(host); see(title); }
        void fill(int fd) { recv(fd, host, 40, 0); title = getenv("TITLE"); }`),
    ).toEqual(['network', 'environment']);
  });

  test('by a function that was given it is followed to whoever gave it', () => {
    expect(
      kinds(`${JOB}
        void name(struct job *j, const char *title) { j->title = strdup(title); }
        void fill(struct job *j) { char line[80]; fgets(line, 80, stdin); name(j, line); }
        void use(struct job *j) { see(j->title); }`),
    ).toEqual(['file']);
  });

  test('and moved to another field is followed', () => {
    expect(
      kinds(`${JOB} struct log { const char *last; };
        void use(struct log *l) { see(l->last); }
        void move(struct log *l, struct job *j) { l->last = j->title; }
        void fill(struct job *j) { static char line[80]; fgets(line, 80, stdin); j->title = line; }`),
    ).toEqual(['file']);
  });

  test('is followed through files, with a trace from its source', () => {
    const [taint] = seen({
      'use.c': `${JOB} void use(struct job *j) { char out[99]; join(out, "/srv", j->title); see(out); }`,
      'join.c': `void join(char *out, const char *base, const char *name) {
        sprintf(out, "%s/%s", base, name); }`,
      'fill.c': `${JOB} void fill(struct job *j, int fd) { take(fd, j->host); j->title = j->host; }`,
      'take.c': 'void take(int fd, char *out) { recv(fd, out, 40, 0); }',
    });
    expect(taint?.kind).toBe('network');
    expect(taint?.steps.map(({ file }) => file)).toEqual([
      'take.c',
      'fill.c',
      'fill.c',
      'use.c',
      'use.c',
    ]);
  });
});

describe('text that is not kept', () => {
  test('in this field leaves it alone', () => {
    expect(
      kinds(`${JOB}
        void fill(struct job *j) { fgets(j->host, 40, stdin); j->title = "none"; }
        static void use(struct job *j) { see(j->title); }
        int main(void) { struct job j; fill(&j); use(&j); return 0; }`),
    ).toEqual([undefined]);
  });

  test('in a record of this type leaves the same field of another alone', () => {
    expect(
      kinds(`${JOB} struct page { char *title; };
        void fill(struct job *j) { static char line[80]; fgets(line, 80, stdin); j->title = line; }
        static void use(struct page *p) { see(p->title); }
        int main(void) { struct page p = {"start"}; use(&p); return 0; }`),
    ).toEqual([undefined]);
  });

  test('here, because this function has just put something else there', () => {
    expect(
      kinds(`${JOB}
        void fill(struct job *j) { fgets(j->host, 40, stdin); }
        void use(struct job *j) { strcpy(j->host, "localhost"); see(j->host); }`),
    ).toEqual([undefined]);
  });

  test('says nothing of numbers in it', () => {
    expect(
      kinds(`${JOB}
        void fill(struct job *j) { fgets(j->host, 40, stdin); }
        static void use(struct job *j) { see(j->host[3]); }
        int main(void) { struct job j; fill(&j); use(&j); return 0; }`),
    ).toEqual([undefined]);
  });
});
