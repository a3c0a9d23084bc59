import { describe, expect, test } from '@jest/globals';
import type { FlowListener } from '../../../../src/code/flow/interpreter/events.ts';
import { analyse, sights } from '../../../support/c-code.ts';

/** What is known of the first argument of the last call of `see`. */
function last(body: string) {
  const text = `void f(char *p, char *q, int a, unsigned long n) { ${body} }`;
  const found = sights(text).at(-1)?.[0];
  if (found === undefined) throw new Error('nothing is seen');
  return found;
}

describe('allocation', () => {
  test('may fail, and is as large as was asked for', () => {
    expect(last('char *m = malloc(16); see(m);')).toMatchObject({
      isNull: 'maybe',
      size: '16..16',
    });
    expect(last('char *m = calloc(4, sizeof(int)); see(m);').size).toBe('16..16');
    expect(last('if (n < 9) { char *m = malloc(n * 2 + 1); see(m); }').size).toBe('1..17');
    expect(last('char *m = realloc(p, 32); see(m);').size).toBe('32..32');
  });

  test('that stops the program when it fails gives no null', () => {
    expect(last('char *m = xmalloc(16); see(m);').isNull).toBe('never');
    expect(last('char *m = xstrdup("four"); see(m);')).toMatchObject({
      isNull: 'never',
      size: '5..5',
    });
  });

  test('of a copy of a text has room for it', () => {
    expect(last('char *m = strdup("four"); see(m);').size).toBe('5..5');
  });
});

test('a part of a document may be missing', () => {
  expect(last('see(json_object_get(p, "name"));').isNull).toBe('maybe');
  expect(last('see(xmlDocGetRootElement(p));').isNull).toBe('maybe');
});

describe('texts', () => {
  test('the length of a literal is known', () => {
    expect(last('see(strlen("four"));').range).toBe('4..4');
    expect(last('char t[8] = "four"; see(strlen(t));').range).toBe('0..4');
  });

  test('the length of a text is below the size of what holds it', () => {
    const { range } = last('char t[8]; fgets(t, sizeof t, stdin); see(strlen(t));');
    expect(range).toBe('0..7');
  });

  test('only the address space bounds the length of a parameter', () => {
    expect(last('see(strlen(p));').range).toBe(`0..${2 ** 47}`);
  });

  test('snprintf never writes more than it is told', () => {
    expect(last('char t[8]; snprintf(t, sizeof t, "%s", p); see(strlen(t));').range).toBe('0..7');
    expect(last('char t[64]; sprintf(t, "%d", a); see(strlen(t));').range).toBe('0..11');
  });
});

describe('untrusted data', () => {
  test.each([
    ['char t[8]; fgets(t, 8, stdin); see(t);', 'file'],
    ['see(getchar());', 'stdin'],
    ['see(getenv("HOME"));', 'environment'],
    ['char t[8]; recv(a, t, 8, 0); see(t);', 'network'],
    ['char t[8]; fread(t, 1, 8, fopen("x", "r")); see(t);', 'file'],
    ['char t[8]; fgets(t, 8, stdin); see(atoi(t));', 'file'],
    ['char t[8]; char u[8]; gets(t); strcpy(u, t); see(u);', 'stdin'],
    ['see(p);', 'parameter'],
    ['char t[8]; strcpy(t, "abc"); see(t);', undefined],
    ['see(strlen("abc"));', undefined],
  ])('%s', (body, taint) => {
    expect(last(body).taint).toBe(taint);
  });

  test('scanf fills the variables that it is given', () => {
    expect(last('int x = 1; scanf("%d", &x); see(x);')).toMatchObject({
      range: '-2147483648..2147483647',
      taint: 'stdin',
    });
  });
});

describe('calls of unknown functions', () => {
  test('may change what they can reach, and nothing else', () => {
    expect(last('int x = 1; g(&x); see(x);').range).not.toBe('1..1');
    expect(last('int x = 1; g(x); see(x);').range).toBe('1..1');
    expect(sights('static int x; void f(void) { x = 1; g(); see(x); }')[0]?.[0]?.range).not.toBe(
      '1..1',
    );
  });

  test('results are within their type', () => {
    expect(last('see(get());').range).toBe('*..*');
    const text = 'unsigned char get(void); void f(void) { see(get()); }';
    expect(sights(text)[0]?.[0]?.range).toBe('0..255');
  });
});

test('a result is at most what was asked for', () => {
  expect(last('char t[64]; long got = read(a, t, sizeof t); see(got);').range).toBe('-1..64');
});

describe('events', () => {
  const hear = (body: string): string[] => {
    const heard: string[] = [];
    const listener: FlowListener = {
      call: ({ call, use }) => void heard.push(`${call.name} ${use}`),
      transfer: ({ call, write, size }, facts) => {
        const bytes =
          size === undefined ? 'any' : `${facts.range(size).lo}..${facts.range(size).hi}`;
        heard.push(`${call.name} ${write ? 'writes' : 'reads'} ${bytes}`);
      },
      release: ({ family }) => void heard.push(`released ${family}`),
    };
    analyse(`void f(char *p, char *q, int a) { ${body} }`, listener);
    return heard;
  };

  test('tell how much memory a call reads and writes', () => {
    expect(hear('char t[8]; memcpy(t, p, 8);')).toEqual([
      'memcpy ignored',
      'memcpy reads 8..8',
      'memcpy writes 8..8',
    ]);
    expect(hear('char t[8]; strcpy(t, "seven");')).toContain('strcpy writes 6..6');
    expect(hear('char t[8]; gets(t);')).toContain('gets writes any');
  });

  test('tell what is given back, and as what', () => {
    expect(hear('free(p);')).toContain('released malloc');
    expect(hear('fclose((FILE *)p);')).toContain('released file');
  });

  test('tell whether anybody takes the result', () => {
    expect(hear('read(a, p, 1);')).toContain('read ignored');
    expect(hear('a = read(a, p, 1);')).toContain('read used');
  });
});

describe('the first element', () => {
  const held = (body: string): readonly (string | undefined)[] =>
    sights(`struct node { int key; }; void f(int *p, struct node *s) { ${body} }`, 'f').map(
      ([first]) => first?.range,
    );

  test.each([
    ['p[0] = 7; see(*p); *p = 9; see(p[0]);', ['7..7', '9..9']],
    ['int t[4]; t[0] = 7; see(*t); int *q = t; *q = 8; see(t[0]);', ['7..7', '8..8']],
    ['int x = 5; int *q = &x; q[0] = 8; see(x); x = 9; see(q[0]);', ['8..8', '9..9']],
    ['s[0].key = 3; see(s->key); (*s).key = 4; see(s[0].key);', ['3..3', '4..4']],
    ['int *m = malloc(40); *m = 2; see(m[0]); m[0] = 6; see(*m);', ['2..2', '6..6']],
  ])('is one place, however it is written: %s', (body, expected) => {
    expect(held(body)).toEqual(expected);
  });
});

describe('a record that is assigned a list', () => {
  const record = 'struct pair { int left; int right; char *name; }; ';
  const held = (body: string): readonly string[] =>
    sights(`${record} void f(struct pair *p, int a) { ${body} }`, 'f').map(
      ([first]) => first?.range ?? '',
    );

  test('holds what is named, and zero elsewhere', () => {
    expect(
      held('*p = (struct pair){.right = 4}; int l = p->left, r = p->right; see(l); see(r);'),
    ).toEqual(['0..0', '4..4']);
  });

  test('is read before it is written', () => {
    const swap =
      'p->left = 1; p->right = 2; *p = (struct pair){p->right, p->left}; int l = p->left, r = p->right; see(l); see(r);';
    expect(held(swap)).toEqual(['2..2', '1..1']);
  });
});
