import { expect, test } from '@jest/globals';
import { namedItems } from '../../../../src/code/c/declarations/named-items.ts';

const names = (text: string) => [...namedItems(text).keys()].sort();

test('finds functions, types, constants, variables and macros by the names that they define', () => {
  const text = `#define MAX(a, b) ((a) > (b) ? (a) : (b))
struct point { int x, y; };
typedef struct { struct point *at; } cursor, *cursor_ref;
enum { RED, GREEN = 2 };
static const int table[] = { 1, RED };
int (*hook)(int code), count = 3;
static struct point *move(cursor *from, int by)
{
  struct point *local = from->at;
  return local + by;
}
`;
  expect(names(text)).toEqual([
    ...['GREEN', 'MAX', 'RED', 'count', 'cursor', 'cursor_ref', 'hook', 'move', 'point', 'table'],
  ]);
});

test('comments and layout make no difference, tokens do', () => {
  const of = (text: string) => namedItems(text).get('f');
  const plain = of('int f(int a) { return a + 1; }');
  expect(of('/* adds */\nint f(int a)\n{\n  // one\n  return a + /* one */ 1;\n}\n')).toBe(plain);
  expect(of('int f(int a) { return a + 2; }')).not.toBe(plain);
  expect(of('int f(int a) { return a +\\\n 1; }')).toBe(plain);
});

test('a body that the preprocessor cuts in two is one item, and the next function another', () => {
  const text = (last: string) => `int f(int a)
{
#ifdef FAST
  if (a > 1) {
#else
  if (a > 2) {
#endif
    return 1;
  }
  return 0;
}
int g(void) { return ${last}; }
`;
  const [one, two] = [namedItems(text('1')), namedItems(text('2'))];
  expect([...one.keys()]).toEqual(['f', 'g']);
  expect(two.get('f')).toBe(one.get('f'));
  expect(two.get('g')).not.toBe(one.get('g'));
});

test('a definition that a condition takes out is another text', () => {
  const before = namedItems('int f(void) { return 1; }\n').get('f');
  const after = namedItems(
    '#if 0\nint f(void) { return 1; }\n#else\nint f(void) { return 2; }\n#endif\n',
  ).get('f');
  expect(after).not.toBe(before);
});

test('what stands before and behind the name of a record is no obstacle', () => {
  const text = `struct __attribute__((packed)) head { int a; } first;
typedef union __attribute__((aligned(8))) { int a; } word;
typedef struct head head_t;
struct head *next(struct head *from) { return from + 1; }
`;
  const items = namedItems(text);
  const wanted = ['first', 'head', 'head_t', 'next', 'word'];
  expect(wanted.filter((name) => items.has(name))).toEqual(wanted);
  expect(items.get('head')).not.toContain('from');
});

test('heads of the old style and what C++ alone sees are no obstacle', () => {
  const text = `#ifdef __cplusplus
extern "C" {
#endif
int f(a, b) int a; char *b; { return a + *b; }
int g(void) { return 1; }
#ifdef __cplusplus
}
#endif
int h(void);
`;
  const items = namedItems(text);
  expect(items.get('f')).toContain('return a + * b');
  expect(items.get('g')).toContain('return 1');
  expect(items.has('h')).toBe(false);
});
