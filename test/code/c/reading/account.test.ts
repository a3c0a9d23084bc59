import { expect, test } from '@jest/globals';
import { callsOf } from '../../../../src/code/c/ir/walk.ts';
import { lowerUnit } from '../../../../src/code/c/unit.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';

const GRAMMARS = loadGrammars();

async function unit(text: string, language: 'c' | 'cpp' = 'c') {
  const parser = await GRAMMARS.parser(language);
  return lowerUnit(await GRAMMARS.tree(language, text), language, parser);
}

/** The words that were not followed, one after the other. */
async function unfollowed(text: string, language: 'c' | 'cpp' = 'c') {
  const { account, tree } = await unit(text, language);
  return account.unfollowed.map(({ start, end }) => tree.text.slice(start, end)).join(' ');
}

const RECORDS = 'struct item { int key; struct link { struct link *next, *last; } link; };\n';
const CONTAINER =
  '#define CONTAINER(p, type, name) ((type *)(((char *)(p)) - offsetof(type, name)))\n';

/** Ways to write C that compilers take, each of which is followed whole. */
const C: Readonly<Record<string, string>> = {
  'a type and a member for a macro': `${RECORDS}${CONTAINER}
#define ITEM(p) CONTAINER(p, struct item, link.next)
int key(struct link *l) { return CONTAINER(l, struct item, link)->key + ITEM(l)->key; }\n`,
  'types of values for a macro': `${RECORDS}
#define EACH(at, head) for (at = (typeof(*(at)) *)(head)->next; at; at = ((typeof(at))(at)->next))
#define FIRST(h, T, m) ((T)(((const char *)(h)) - offsetof(typeof(*(T)NULL), m)))
int sum(struct link *h) {
  struct link *l;
  int n = 0;
  EACH(l, h) { n++; }
  EACH(l, h) n += FIRST(l, struct item *, link)->key;
  return n;
}\n`,
  'types of optional arguments': `typedef short word;
int get(va_list ap, int *to) { *va_arg(ap, word *) = 1; *to = va_arg(ap, const word **)[0][0]; return 0; }\n`,
  'the rest of arguments, of which there are none': `
#define FIRST_OF(a, b, ...) b
#define OR(value, ...) FIRST_OF(0, ##__VA_ARGS__, (value))
#define FAIL(c, ...) (void)((c) ? ({ fail(c, __VA_ARGS__); 1; }) : 0)
#define WAKE(t, ...) do { int flags = OR(7, ##__VA_ARGS__); wake(t, flags); } while (0)
int f(int t) { FAIL(t > 3); WAKE(t); WAKE(t, 4); return t; }\n`,
  'cases of ranges': `enum { LOW = 3, HIGH };
int kind(int c) {
  switch (c) {
  case 'a'...'z': return 1;
  case 0x100ULL ... 0x1efULL: return 2;
  case LOW ... HIGH: { return 3; }
  case 1000 ... (1 << 20): return 4;
  }
  return 0;
}\n`,
  'labels for a macro': `
#define GO(p, label) do { if (*(p) == 3) goto label; else goto out; } while (0)
int f(char *p) { GO(p, done); done: puts(p); out: return 0; }\n`,
  assembler: `static void fence(void) { __asm __volatile("" ::: "memory"); }
static char swap(void *to, void *from) {
  char done;
  __asm __volatile("lock cmpxchg16b %0; setz %1" : "+m"(*(void **)to), "=q"(done) : "a"(from) : "cc");
  return done;
}\n`,
  'names of registers': `
long call(long n) { register long nr asm("rax") = n; register long *at asm("rdi"); at = &nr; return *at; }\n`,
  'attributes of local types and variables': `
int read16(const void *p) {
  const union { short v; } __attribute__((packed)) *u = p;
  int n __attribute__((aligned(8))) = 3;
  return u->v + n;
}\n`,
  'a type for a macro in a call that is a statement': `${RECORDS}${CONTAINER}
void drop(struct link *l) { release(CONTAINER(l, struct item, link)); }\n`,
  'names for macros that another one leaves out': `
#define RELEASE(p) dropped()
#define FREE(set) RELEASE((set)->parts)
void drop(struct set *s) { FREE(&s->inner); }\n`,
  'widths of members':
    'int f(void) { struct { unsigned a : 1, b : 2; } both = { 0 }; return both.a; }\n',
  'alignment of a value': 'void *make(long *p) { return get(__alignof__(*p), sizeof(*p)); }\n',
  'statements for a macro': `
#define TWICE(n, step) switch (n) { default: { step; } /* falls through */ case 1: step; case 0:; }
int sum(int *p, int n) {
  int s = 0;
  do { TWICE(n, s += *p; p++) n -= 2; } while (n > 0);
  return s;
}
int behind(int n) { return n; }\n`,
  'a text that a macro leaves out': `
#define REPORT(p, text) report(p)
#define WARN(p, text) REPORT(p, text)
int f(int *p) { WARN(p, "left out"); return 0; }\n`,
  'checks of the compiler': `
#define CHECK(c) do { struct check { char held[(c) ? 1 : -1]; }; } while (0)
int f(int n) { CHECK(sizeof(n) == 4); _Static_assert(sizeof(n) == 4, "n"); return n; }\n`,
};

const CPP: Readonly<Record<string, string>> = {
  'what lambdas capture and return': `int use(int);
int f(int key, int size) {
  auto sum = [key, &size, extra = use(key)](int n) -> decltype(key) { return key + size + extra + n; };
  auto all = [=, &size]() mutable noexcept { return key + size; };
  return sum(1) + all();
}\n`,
  'values that members begin with': `int use(int);
struct box { unsigned char secret[8] = {0}; int count{4}; int list[2] = {use(1), 2}; };
int f() {
  static const struct { unsigned short id; bool required; } known[] = {{1, true}, {2, false}};
  struct local { int n = 0; int m = use(3); int get() { return n + m; } } value;
  return known[0].id + value.get();
}\n`,
  'names for the parts of a value': `struct pair { int a, b; };
pair make();
int f() {
  const auto &[a, b] = make();
  auto [c, d] = make();
  auto &&[e, g] = make();
  return a + b + c + d + e + g;
}\n`,
  'what handlers catch': `struct fault { int code; };
int use(int);
int f(int n) {
  try { return use(n); } catch (const fault &caught) { return caught.code; } catch (int) { return 1; } catch (...) { throw; }
}\n`,
  'pointers to members': `struct box { int count; int get(); };
int use(int);
int f(box *b, box &r, int (box::*get)(), int box::*field, int box::**fields) {
  b->*field = 3;
  return (b->*get)() + (r.*get)() + use(b->*field) + r.*field + b->*fields[1];
}\n`,
  'texts with macros that are not there': `int use(int);
void show(const char *, int);
void f() {
  show("a" SEPARATOR "b", use(3));
  show("." SEPARATOR, use(4));
}\n`,
  'variables of conditions': `int next(int);
int f() {
  if (auto *r = new int[2]) return r[0];
  if (int n = next(3); n > 4) return n;
  switch (int n = next(5); n) { case 6: return 7; }
  while (int n = next(8)) return n;
  return 9;
}\n`,
  'names and types that are made known within functions': `
namespace a { namespace b { int g(); } }
int f(char *p, char *q) {
  using namespace std;
  using std::swap;
  using T = unsigned char;
  namespace n = a::b;
  { using namespace a; }
  swap(p, q);
  T small = 3;
  return n::g() + small;
}\n`,
  'classes with the macro of their library': `
class EXPORTED Handler : public Base {
public:
  inline Handler() { name = "handler"; }
private:
  char *name;
  DECLARES(Handler)
};\n`,
  'texts in macros': `
void show(Window &w) {
  Text all =
#ifdef FIRST
    T("first")
#endif
    T("second");
  w.show(T("on ") T(__DATE__) T(", ") T(__TIME__) T("\\n") NAME, all);
}\n`,
  'places and pointers of new': `
char *make(int n, char *at) {
  char *one = new (nothrow) char[n];
  Wide **two = new Wide *[n + 1];
  return new (place(at)) char(one[0] + two[0]->width);
}\n`,
};

test('a sign that is missing is named, also beside code that was read anew', async () => {
  const broken = 'int last(int a) { return a }\n';
  const anew = `${RECORDS}${CONTAINER}
int key(struct link *l) { return CONTAINER(l, struct item, link)->key; }\n`;
  expect([
    await unfollowed(broken),
    await unfollowed(anew),
    await unfollowed(anew + broken),
  ]).toEqual([...['a', '', 'a']]);
});

test('valid C is followed whole', async () => {
  for (const [name, text] of Object.entries(C)) {
    expect(`${name}: ${await unfollowed(text)}`).toBe(`${name}: `);
  }
});

test('valid C++ is followed whole', async () => {
  for (const [name, text] of Object.entries(CPP)) {
    expect(`${name}: ${await unfollowed(text, 'cpp')}`).toBe(`${name}: `);
  }
});

test('a macro jumps to the label that it was given', async () => {
  const text = `#define LEAVE(label) do { goto label; } while (0)
int f(char *s) { LEAVE(other); return 0; other: return system(s); }\n`;
  const { functions } = await unit(text);
  expect(functions.map((fn) => callsOf(fn))).toEqual([['system']]);
});

test('a macro declares the variable that it was given', async () => {
  const text = `#define WITH(type, name, value) do { type name = value; take(name); } while (0)
int f(char *s) { WITH(char *, copy, s); return 0; }\n`;
  const { functions } = await unit(text);
  expect(functions[0]?.locals.map(({ name }) => name)).toEqual(['copy']);
});

test('a case of a range has both of its ends', async () => {
  const { functions } = await unit(
    'int f(int c) { switch (c) { case 2 ... 9: return 1; } return 0; }\n',
  );
  const cases = functions[0]?.blocks.flatMap(({ end }) => (end.kind === 'switch' ? end.cases : []));
  expect(cases).toMatchObject([{ low: 2, high: 9 }]);
});

test('a call in an argument that a macro makes a member of is reached or named', async () => {
  const text = `#define GET(p, member) ((p)->member)
int f(struct box *p, char *s) { return GET(p, parts[system(s)]); }\n`;
  const { functions, account } = await unit(text);
  const isReached = functions.some((fn) => callsOf(fn).includes('system'));
  expect(isReached || account.unfollowed.length > 0).toBe(true);
});

test.each(['_Pragma("x', '__attribute__((a', '__declspec(b, "c', 'asm('])(
  'code behind an attribute that is not closed is followed, and not left out with it: %s',
  async (begun) => {
    const { functions } = await unit(
      `${begun}\n\nint f(int x) { return x; }\nint g(void) { return 1; }\n`,
    );
    // What it is called depends on what the grammar makes of the bracket.
    expect(functions.length).toBeGreaterThanOrEqual(2);
  },
);
