import { describe, expect, test } from '@jest/globals';
import { lowerUnit } from '../../src/code/c/unit.ts';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../src/code/syntax/syntax.ts';
import { CHANGE_RULES } from '../../src/rules/change/index.ts';
import { runChangeRules } from '../../src/rules/change/run-change-rules.ts';
import { versionsOf } from '../support/change-versions.ts';
import {
  inEachLanguage,
  markedLines,
  shownHits,
  unsaid,
  worthOfExamples,
} from '../support/rules.ts';

const grammars = loadGrammars();
const parsers = { c: await grammars.parser('c'), cpp: await grammars.parser('cpp') };

function hitsIn(difference: string, language: 'c' | 'cpp' = 'c', path = 'src/main.c') {
  const { base, head } = versionsOf(difference);
  const unit = (text: string) =>
    lowerUnit(parseSyntax(parsers[language], text), language, parsers[language]);
  return runChangeRules(unit(base), unit(head), path);
}

const cases = inEachLanguage(CHANGE_RULES);

describe.each(cases)('%s in %s', (id, language, rule) => {
  test.each(rule.examples.bad.map((example, index) => [index, example] as const))(
    'hits exactly the marked lines of bad example %i',
    (_index, example) => {
      const hits = hitsIn(example, language).filter((hit) => hit.rule === id);
      expect(hits.map((hit) => hit.location.line)).toEqual(markedLines(versionsOf(example).head));
      expect(unsaid(hits)).toEqual([]);
    },
  );

  test.each(rule.examples.bad.map((example, index) => [index, example] as const))(
    'is silent on bad example %i the other way round',
    (_index, example) => {
      const back = example
        .split('\n')
        .map((line) => line.replace(/^[-+]/, (mark) => (mark === '-' ? '+' : '-')))
        .join('\n');
      expect(shownHits(hitsIn(back, language).filter((hit) => hit.confidence >= 0.5))).toEqual([]);
    },
  );

  test.each(rule.examples.good.map((example, index) => [index, example] as const))(
    'no rule hits good example %i',
    (_index, example) => {
      expect(shownHits(hitsIn(example, language).filter((hit) => hit.confidence >= 0.5))).toEqual(
        [],
      );
    },
  );

  test('describes itself within the limits', () => {
    expect(rule.id).toMatch(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);
    expect(rule.title.length).toBeLessThanOrEqual(60);
    const sentences = rule.help.split(/[.?!:](?:\s|$)/).filter((part) => part.trim() !== '');
    expect(sentences.length).toBeGreaterThanOrEqual(2);
    expect(sentences.length).toBeLessThanOrEqual(5);
  });
});

test.each(['c', 'cpp'] as const)('bad examples are worth in %s what they were', (language) => {
  const rules = CHANGE_RULES.filter(({ languages }) => languages.includes(language));
  const worth = worthOfExamples(rules, (rule, example) =>
    hitsIn(example, language).filter((hit) => hit.rule === rule.id),
  );
  expect(worth).toMatchSnapshot();
});

test('a hit in a function that `#if` cuts apart names the function', () => {
  const hits = hitsIn(` int f(int *p, int k)
 {
   int n = 0;
-  if (!p)
-    return 0;
 #ifdef A
   if (k)
     n = 1;
   else
 #endif
     n = 2;
 #ifdef B
   {
 #else
   while (k-- > 0) {
 #endif
     n += p[0];
   }
   return n;
 }`);
  expect(hits.map(({ rule, function: name }) => [rule, name])).toEqual([
    ['null_check_removed', 'f'],
  ]);
});

test('rule ids are unique and in order', () => {
  const ids = CHANGE_RULES.map((rule) => rule.id);
  expect(ids).toEqual([...new Set(ids)].sort());
});

test('a variable that is left without a value names its declaration and the read', () => {
  const [hit] = hitsIn(` int parse(const char *text);
 int value(const char *text) {
-  int result = 0;
+  int result;
   if (text) result = parse(text);
   return result;
 }`);
  expect(hit?.trace.map(({ location, message }) => [location.line, message])).toEqual([
    [3, '`result` was set before the change'],
    [5, '`result` is read here'],
  ]);
});

test('a finding says what was checked, where, and what still depends on it', () => {
  const [hit] = hitsIn(` int get(const int *table, unsigned count, unsigned index) {
-  if (index >= count)
-    return -1;
   return table[index];
 }`);
  expect(hit?.message).toBe(
    '`table[index]` (line 2) is no longer protected by `index >= count`, which this change took away from line 2 of the base',
  );
  expect(hit?.trace.map((step) => step.message)).toEqual([
    '`index >= count` was checked here before the change',
    '`table[index]` still depends on it',
  ]);
});

test('what stands in a test folder counts for less', () => {
  const example = CHANGE_RULES[0]?.examples.bad[0] ?? '';
  const [sure] = hitsIn(example);
  const [less] = hitsIn(example, 'c', 'tests/main.c');
  expect(less?.confidence).toBeLessThan(sure?.confidence ?? 0);
});

describe('the change is silent where', () => {
  test.each([
    [
      'a pointer of a type that is not seen is tested under another name',
      ` void use(struct widget *);
 void drop(struct menu *menu) {
-  if (menu->id != NULL)
-    use(menu->id);
+  struct widget *id = menu->id;
+  if (id != NULL)
+    use(id);
 }`,
    ],
    [
      'what held elsewhere in the loop is tested by a limit of its own',
      ` struct list { int count; int *items; };
 int find(const struct list *list, int n, int c, int end) {
-  for (; n < list->count && list->items[n] == c; n++) c++;
+  for (; n < end && list->items[n] == c; n++) c++;
   return n;
 }`,
    ],
    [
      'the function was renamed',
      `-int first(const int *table, int count) {
+int head_of(const int *table, int count) {
   if (count < 1)
     return -1;
   int result = table[count - 1];
   result += count;
   return result;
 }`,
    ],
    [
      'the function moved down',
      `-int get(const int *t, int n, int i) {
-  if (i >= n) return 0;
-  return t[i];
-}
 int other(int a) { return a + 1; }
+int get(const int *t, int n, int i) {
+  if (i >= n) return 0;
+  return t[i];
+}`,
    ],
    [
      'the check moved into a function that is called first',
      ` struct list { int count; int *items; };
+static int has(const struct list *list, int index) {
+  return index < list->count;
+}
 int get(const struct list *list, int index) {
-  if (index >= list->count) return 0;
+  if (!has(list, index)) return 0;
   return list->items[index];
 }`,
    ],
    [
      'a name changed',
      ` int get(const int *t, int n, int i) {
-  int last = n - 1;
-  if (i > last) return 0;
+  int end = n - 1;
+  if (i > end) return 0;
   return t[i];
 }`,
    ],
    [
      'the check became stricter',
      ` int get(const int *t, int n, int i) {
-  if (i > n) return 0;
+  if (i >= n) return 0;
   return t[i];
 }`,
    ],
    [
      'an assertion went',
      ` #include <assert.h>
 int get(const int *t, int n, int i) {
-  assert(i < n);
   return t[i];
 }`,
    ],
    [
      'the pointer was followed before the check',
      ` struct item { int size; int kind; };
 int size(const struct item *item) {
   int kind = item->kind;
-  if (item && item->size > kind)
+  if (item->size > kind)
     return item->size;
   return kind;
 }`,
    ],
    [
      'all callers of a static function make the check',
      ` struct item { int size; };
 static int item_size(const struct item *item) {
-  if (!item) return 0;
   return item->size;
 }
 int total(const struct item *a, const struct item *b) {
   if (!a || !b) return 0;
   return item_size(a) + item_size(b);
 }`,
    ],
    [
      'an array was compared with null',
      ` struct line { struct line *next; char text[80]; };
 char first(const struct line *line) {
-  if (line->text == 0) return 0;
   return line->text[0];
 }`,
    ],
    [
      'the sequence is walked up to a value that ends it',
      ` static const char *const names[3];
 int show(const char *);
 void all(void) {
-  for (int i = 0; i < 2; i++)
+  for (int i = 0; names[i]; i++)
     show(names[i]);
 }`,
    ],
    [
      'a condition is asked of another record',
      ` struct state { int silent; };
 struct command { int kind; int silent; };
 int run(struct command *, int);
 int step(struct command *c, struct state *s, int total) {
-  if (c->kind == 3 && c->silent > 0) {
-    total -= c->silent;
-    c->silent = 0;
+  if (c->kind == 3 && s->was_silent > 0) {
+    total -= s->was_silent;
+    s->was_silent = 0;
   }
   return run(c, total);
 }`,
    ],
    [
      'a value is cut on purpose',
      ` int write_all(const char *, int);
 struct text { unsigned long size, used; const char *at; };
 void put(struct text *t) {
-  write_all(t->at, (int)t->size - t->used - 1);
+  write_all(t->at, (int)t->size - (int)t->used - 1);
 }`,
    ],
    [
      'two loops became one with the same condition',
      ` struct parser { const char *name; };
 int closes(const char *, const char *);
 void pop(struct parser *), finish(struct parser *), tell(const char *);
 void close_all(struct parser *p, const char *tag) {
-  while (tag != 0 && p->name != 0 && closes(tag, p->name)) {
-    tell(p->name);
-    pop(p);
-  }
-  if (tag == 0) { finish(p); return; }
-  while (tag == 0 && p->name != 0 && closes("a", p->name)) {
+  if (tag == 0)
+    return;
+
+  while (p->name != 0 && closes(tag, p->name)) {
     tell(p->name);
     pop(p);
   }
 }`,
    ],
    [
      'a buffer is allocated for the text that is copied',
      ` struct text { char *at; unsigned long size; };
 void text_add(struct text *, const char *);
 char *strcpy(char *, const char *);
 unsigned long strlen(const char *);
 void *malloc(unsigned long);
 char *copy(const char *name) {
-  struct text all = {0, 0};
-  text_add(&all, name);
-  return all.at;
+  unsigned long room = strlen(name) + 1;
+  char *all = malloc(room);
+  return all ? strcpy(all, name) : 0;
 }`,
    ],
    [
      'a text is passed with its length instead of an end',
      ` long read(int, void *, unsigned long);
 int number(const char *), digits(const char *, long);
 int load(int file) {
   char text[16];
   long got = read(file, text, sizeof text - 1);
-  text[got] = 0;
-  return number(text);
+  return digits(text, got);
 }`,
    ],
    [
      'another function makes the text from the same one',
      ` void *malloc(unsigned long), *memcpy(void *, const void *, unsigned long);
 char *strstr(const char *, const char *), *decoded(const char *, int);
 char *user(const char *url) {
   const char *end = strstr(url, "@");
   if (!end) return 0;
   int length = end - url;
-  char *name = malloc(length + 1);
-  memcpy(name, url, length);
-  name[length] = 0;
+  char *name = decoded(url, length);
   return name;
 }`,
    ],
    [
      'a text was ended for a while',
      ` int number(char *);
 int field(char *text, int end) {
-  char old = text[end];
-  text[end] = 0;
   int value = number(text);
-  text[end] = old;
   return value;
 }`,
    ],
    [
      'a text is ended by the function of a library that prints into it',
      ` int wide_vsnprintf(char *, unsigned long, const char *, void *);
 int tell(const char *);
 int warn(const char *message, void *all) {
   char text[1024];
-  wide_vsnprintf(text, 1023, message, all);
-  text[1023] = 0;
+  wide_vsnprintf(text, sizeof text, message, all);
   return tell(text);
 }`,
    ],
    [
      'an array is longer than its initialiser',
      ` struct pair { const char *name; int value; };
 int all(const struct pair *);
 int run(void) {
-  const struct pair pairs[3] = { {"a", 1}, {"b", 2}, {0, 0} };
+  const struct pair pairs[3] = { {"a", 1}, {"b", 2} };
   return all(pairs);
 }`,
    ],
    [
      'a product of bytes is computed without a function',
      ` unsigned size_mul(unsigned a, unsigned b);
 void *malloc(unsigned long);
 void *rows(unsigned char width, unsigned char height) {
-  return malloc(size_mul(width, height));
+  return malloc(width * height);
 }`,
    ],
    [
      'a counter from zero gets a sign',
      ` int take(const char *);
 const char *table[16];
 void all(int count) {
-  unsigned i;
+  int i;
   for (i = 0; i < count; i++) take(table[i]);
 }`,
    ],
    [
      'only a message is written behind the check',
      ` int log_error(const char *, int);
 void tell(int code) {
-  if (code > 100) return;
   log_error("code", code);
 }`,
    ],
  ])('%s', (_what, difference) => {
    expect(shownHits(hitsIn(difference).filter((hit) => hit.confidence >= 0.5))).toEqual([]);
  });
});

describe('the change is reported where', () => {
  test.each([
    [
      'one of several conditions that stand on the line went',
      ` struct part { int count; };
 struct value { int kind; struct part *part; };
 int count(const struct value *value) {
-  if (value->kind == 3 && value->part != 0 && value->part->count > 0)
+  if (value->kind == 3 && value->part->count > 0)
     return value->part->count;
   return 0;
 }`,
      ['null_check_removed'],
    ],
    [
      'the limit is gone with its name, and what follows it in the condition stands',
      ` struct rules { int count; };
 int next(const char **all, const struct rules *rules, int n, int c) {
-  for (; n < rules->count && all[n][0] == c; n++)
+  for (; all[n][0] == c; n++)
     c++;
   return n;
 }`,
      ['bounds_check_removed'],
    ],
    [
      'the first of two accesses in a condition lost its test',
      ` int show(const char *const *args, int n) {
-  if (args && args[n] && *args[n])
+  if (args[n] && *args[n])
     return 1;
   return 0;
 }`,
      ['null_check_removed'],
    ],
    [
      'a pointer of a type that is not seen was compared with NULL',
      ` void use(struct widget *);
 struct menu { WIDGET_REF id; };
 void drop(struct menu *menu) {
-  if (menu->id != NULL)
-    use(menu->id);
+  use(menu->id);
 }`,
      ['null_check_removed'],
    ],
    [
      'the test stands, and what it led around does not',
      ` int note(int);
 int level(const int *table, int n) {
   int all = 0;
   if (n > 11) {
     all += note(n);
     all += note(n + 1);
     all += note(n + 2);
     all += note(n + 3);
   }
-  else {
-    all += table[n];
-  }
+  all += table[n];
   return all;
 }`,
      ['bounds_check_removed'],
    ],
    [
      'one caller of a static function does not make the check',
      ` struct item { int size; };
 static int item_size(const struct item *item) {
-  if (!item) return 0;
   return item->size;
 }
 int total(const struct item *a, const struct item *b) {
   if (!a) return 0;
   return item_size(a) + item_size(b);
 }`,
      ['null_check_removed'],
    ],
    [
      'the test of a value that ends the sequence was there before, and the limit is tested behind it',
      ` static const char *names[3];
 int show(const char *);
 void all(void) {
-  for (int i = 0; i < 3 && names[i]; i++)
+  for (int i = 0; names[i] && i < 3; i++)
     show(names[i]);
 }`,
      ['bounds_check_removed'],
    ],
    [
      'a clamp went',
      ` static const int table[10];
 int get(unsigned level) {
-  if (level >= 10) level = 9;
   return table[level];
 }`,
      ['bounds_check_removed'],
    ],
    [
      'a check comes after what it protects',
      ` int get(const int *t, int n, int i) {
-  if (i >= n) return 0;
-  int value = t[i];
+  int value = t[i];
+  if (i >= n) return 0;
   return value;
 }`,
      ['bounds_check_removed'],
    ],
    [
      'a check no longer leaves',
      ` int note(const char *);
 int get(const int *t, int n, int i) {
   if (i >= n) {
     note("too large");
-    return 0;
   }
   return t[i];
 }`,
      ['bounds_check_removed'],
    ],
    [
      'room for text in bytes is counted by the size of a wide character',
      ` void *malloc(unsigned long);
 typedef int wide;
 unsigned long wide_length(const wide *);
 int narrow(char *, const wide *);
 char *copy(const wide *text) {
-  char *all = malloc(wide_length(text) * MB_LEN_MAX + 1);
+  char *all = malloc(wide_length(text) * sizeof(wide) + 1);
   if (all) narrow(all, text);
   return all;
 }`,
      ['buffer_reduced'],
    ],
    [
      'a limit that is a macro became larger',
      `-#define LIMIT 16
+#define LIMIT 64
 static int table[16];
 int get(int i) {
   if (i >= LIMIT) return 0;
   return table[i];
 }`,
      ['bounds_check_removed'],
    ],
    [
      'a value is stored that was refused',
      ` struct header { long size; };
 int read_size(struct header *h, long got) {
   h->size -= got;
-  if (h->size < 0)
-    return -1;
   if (got == 7) return 1;
   return h->size == 0;
 }`,
      ['bounds_check_removed'],
    ],
    [
      'the length of a text is no longer compared with the size',
      ` int sprintf(char *, const char *, ...);
 unsigned long strlen(const char *);
 int use(const char *);
 int show(const char *folder, const char *name) {
   char path[64];
-  if (strlen(folder) + strlen(name) + 2 > sizeof(path)) return -1;
   sprintf(path, "%s/%s", folder, name);
   return use(path);
 }`,
      ['bounded_write_removed'],
    ],
    [
      'a nested call of functions that check became operators',
      ` unsigned long add(unsigned long, unsigned long), mul(unsigned long, unsigned long);
 int row(const char *);
 int show(const char *at, unsigned width, unsigned n) {
-  return row(at + add(mul(width + 4, n), 4));
+  return row(at + (width + 4) * n + 4);
 }`,
      ['checked_arithmetic_removed'],
    ],
    [
      'a member is given wide values',
      ` struct part {
-  unsigned long size;
+  unsigned size;
 };
 unsigned long total(void);
 void measure(struct part *part) { part->size = total(); }`,
      ['size_narrowed'],
    ],
    [
      'the renamed function lost its check, too',
      `-int first(const int *table, int count, int i) {
+int head_of(const int *table, int count, int i) {
-  if (i >= count) return -1;
   int result = table[i];
   result += 1;
   result *= 2;
   result -= 3;
   return result;
 }`,
      ['bounds_check_removed'],
    ],
  ])('%s', (_what, difference, rules) => {
    const hits = hitsIn(difference).filter((hit) => hit.confidence >= 0.5);
    expect(hits.map((hit) => hit.rule)).toEqual(rules);
  });
});
