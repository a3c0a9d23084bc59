import { expect, test } from '@jest/globals';
import { silentStub } from '../../../src/migration/gates/silent-stub.ts';
import { cFunctionWorkOf } from '../../../src/migration/gates/stub/c-work.ts';
import { cParser, crateOf } from './judging.ts';

const SUM =
  'int f(const int *v, int n) { int s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; }';
const FILL = 'void f(char *p, int n) { for (int i = 0; i < n; i++) p[i] = g(i); }';
const FIND =
  'int f(const int *v, int n) { for (int i = 0; i < n; i++) if (v[i]) return 1; return 0; }';
const SCALE = 'int f(int x, int y) { return x * 3 + y; }';
const SET = 'void f(struct s *p, int v) { p->value = v; }';

const SWAP = 'static void f(struct q *q, int i, int j) { SWAP(q->items[i], q->items[j]); }';
const MAKE = 'struct b *f(void) { return b_alloc(32); }';
const COPY =
  'struct b *f(const struct b *a) { struct b *r = b_alloc(a->n); COPY_ARRAY(r->v, a->v, a->n); return r; }';

function judge(c: string, rust: string) {
  const question = { crate: crateOf(rust), path: 'src/lib.rs', name: 'f' };
  return silentStub({ ...question, c: cFunctionWorkOf(cParser, c) });
}

test.each([
  [
    'a method of the same name on a part of the same type',
    SWAP,
    'pub struct Q { items: Vec<u32> } impl Q { pub fn f(&mut self, i: usize, j: usize) { self.f(j, i); } }',
  ],
  [
    'a method of the same name that works on a copy',
    SWAP,
    'pub struct Q { items: Vec<u32> } impl Q { pub fn swap(&mut self, i: usize, j: usize) { let mut own = self.items.clone(); own.swap(i, j); } pub fn f(&mut self, i: usize, j: usize) { self.swap(i, j) } }',
  ],
  [
    'an object without what the C makes it of',
    MAKE,
    'pub struct B { words: Vec<u64> } pub fn f() -> B { B { words: Vec::new() } }',
  ],
  [
    'an object of a helper that makes none',
    MAKE,
    'pub struct B { words: Vec<u64> } impl B { fn with_words(_n: usize) -> Self { B { words: Vec::new() } } } pub fn f() -> B { B::with_words(32) }',
  ],
  [
    'an object that is not the one of the helper that works',
    MAKE,
    'pub struct B { words: Vec<u64> } impl B { fn with_words(n: usize) -> Self { B { words: vec![0; n] } } } pub fn f() -> B { let _ = B::with_words(32); B { words: Vec::new() } }',
  ],
  [
    'a constant where the C reads what changes',
    'int f(void) { return next(seed); }',
    'fn next(n: i32) -> i32 { n * 3 } pub fn f() -> i32 { next(7) }',
  ],
  [
    'a copy of what the C changes on the way',
    'struct b *f(const struct b *a) { struct b *r = b_alloc(a->n); memcpy(r->v, a->v, a->n); r->sum = a->sum * 2; return r; }',
    '#[derive(Clone)] pub struct B { v: Vec<u8> } pub fn f(a: &B) -> B { a.clone() }',
  ],
  [
    'a copy of what the C hands to another function',
    'struct b *f(const struct b *a) { struct b *r = b_alloc(a->n); b_sort(r, a); return r; }',
    '#[derive(Clone)] pub struct B { v: Vec<u8> } pub fn f(a: &B) -> B { a.clone() }',
  ],
  [
    'a copy of what another function makes of the argument',
    'struct b *f(const struct b *a) { struct b *r = b_new(a); memcpy(r->v, a->v, a->n); return r; }',
    '#[derive(Clone)] pub struct B { v: Vec<u8> } pub fn f(a: &B) -> B { a.clone() }',
  ],
  [
    'a copy where a function of the project may do more than to copy',
    'struct b *f(const struct b *a) { struct b *r = b_alloc(a->n); sorted_copy(r->v, a->v, a->n); return r; }',
    '#[derive(Clone)] pub struct B { v: Vec<u8> } pub fn f(a: &B) -> B { a.clone() }',
  ],
  ['the argument itself where the C copies it', COPY, 'pub fn f(a: &B) -> &B { a }'],
  [
    'an object that keeps no place of another one',
    'void f(struct list *list, struct item *item) { list->first = NULL; list->last = &(item->next); }',
    'pub fn f() -> List { List { items: Vec::new() } }',
  ],
  ['a constant', SUM, 'pub fn f(_v: &[i32]) -> i32 { 0 }'],
  [
    'a library call that only looks',
    FILL,
    'pub fn f(p: &[u8]) { let _ = std::mem::size_of_val(p); }',
  ],
  ['arguments named and dropped', SUM, 'pub fn f(v: &[i32]) -> i32 { let _ = v; 0 }'],
  ['todo', SUM, 'pub fn f(v: &[i32]) -> i32 { todo!() }'],
  [
    'unimplemented on one way',
    SUM,
    'pub fn f(v: &[i32]) -> i32 { if v.is_empty() { return 0; } unimplemented!("later") }',
  ],
  ['unreachable', SUM, 'pub fn f(v: &[i32]) -> i32 { drop(v); unreachable!() }'],
  ['panic', SUM, 'pub fn f(v: &[i32]) -> i32 { panic!("no {}", v.len()) }'],
  [
    'a helper that is one',
    SUM,
    'pub fn f(v: &[i32]) -> i32 { add(v, 1) } fn add(v: &[i32], _k: i32) -> i32 { twice(v) } fn twice(_: &[i32]) -> i32 { 0 }',
  ],
  [
    'a method that is one',
    SUM,
    'pub struct S; impl S { fn add(&self, v: &[i32]) -> i32 { 0 } } pub fn f(v: &[i32]) -> i32 { S.add(v) }',
  ],
  [
    'a field that the C changes first',
    'int f(struct s *p) { p->value += 1; return p->value; }',
    'pub fn f(p: &S) -> i32 { p.value }',
  ],
  ['a constant by x - x', SCALE, 'pub fn f(x: i32, y: i32) -> i32 { (x - x) + y * 0 }'],
  [
    'a constant by wrapping_sub',
    SCALE,
    'pub fn f(x: i32, y: i32) -> i32 { x.wrapping_sub(x) ^ (y ^ y) }',
  ],
  [
    'work under if false',
    SUM,
    'pub fn f(v: &[i32]) -> i32 { if false { return v.iter().sum(); } 0 }',
  ],
  [
    'work under if x != x',
    SUM,
    'pub fn f(v: &[i32]) -> i32 { if v.len() != v.len() && false { return v.iter().sum(); } 0 }',
  ],
  ['work after return', SUM, 'pub fn f(v: &[i32]) -> i32 { return 0; v.iter().sum() }'],
  ['a loop that does nothing', SUM, 'pub fn f(v: &[i32]) -> i32 { for x in v { let _ = x; } 0 }'],
  [
    'a loop that adds nothing',
    SUM,
    'pub fn f(v: &[i32]) -> i32 { let mut s = 0; for x in v { s += x * 0; } s }',
  ],
  ['a loop left at once', SUM, 'pub fn f(v: &[i32]) -> i32 { let s = 0; loop { break; } s }'],
  [
    'a sum that is not returned',
    SUM,
    'pub fn f(v: &[i32]) -> i32 { let _s: i32 = v.iter().sum(); 0 }',
  ],
  [
    'arms that all say the same',
    SUM,
    'pub fn f(v: &[i32]) -> i32 { match v.len() { 0 => 0, 1 => 0, _ => 0 } }',
  ],
  [
    'a search in a table that does not look at the argument',
    FIND,
    "static TABLE: [i32; 3] = [1, 2, 3]; pub fn f(v: &[i32]) -> Option<&'static i32> { TABLE.iter().find(|x| **x == 2) }",
  ],
  [
    'a file that is only opened',
    'void f(const char *p) { FILE *o = fopen(p, "w"); while (fwrite(p, 1, 1, o) > 0); fclose(o); }',
    'pub fn f(p: &str) -> io::Result<()> { let file = File::open(p)?; Ok(()) }',
  ],
  ['a closure', SUM, 'pub fn f(v: &[i32]) -> i32 { let g = |_w: &[i32]| 0; g(v) }'],
  [
    'a macro that drops its arguments',
    SUM,
    'macro_rules! sum { ($v:expr) => { 0 } } pub fn f(v: &[i32]) -> i32 { sum!(v) }',
  ],
  ['an argument returned', SCALE, 'pub fn f(x: i32, _y: i32) -> i32 { x }'],
  ['a default returned', SUM, 'pub fn f(_v: &[i32]) -> Option<Vec<u8>> { Default::default() }'],
  [
    'a copy changed and dropped',
    FILL,
    'pub fn f(p: &mut [u8]) { let mut q = p.to_vec(); q.fill(1); }',
  ],
  ['nothing at all', FILL, 'pub fn f(p: &mut [u8], n: usize) {}'],
  ['a store of what is there', SET, 'pub fn f(p: &mut S, v: i32) { p.value = p.value; }'],
  [
    'a check of arguments and no loop',
    FIND,
    'pub fn f(v: &[i32]) -> i32 { if v.is_empty() { return 0; } 1 }',
  ],
  [
    'a constant for a changed argument',
    'int f(int x) { x = x << 3; return x; }',
    'pub fn f(x: i32) -> i32 { x }',
  ],
  [
    'a store through a reference to a copy',
    SET,
    'pub fn f(p: &mut S, v: i32) { let mut copy = p.clone(); let to = &mut copy; to.value = v; }',
  ],
  [
    'a constructor that drops its argument',
    'struct s *f(int v) { struct s *p = malloc(sizeof *p); p->v = v; p->n = 0; return p; }',
    'pub fn f(_v: i32) -> S { S { v: 0, n: 0 } }',
  ],
  [
    'a table that is not filled',
    'struct s *f(void) { struct s *p = malloc(sizeof *p); for (int i = 0; i < 256; i++) p->table[i] = step(i); return p; }',
    'pub fn f() -> S { S { table: [0; 256] } }',
  ],
  [
    'a function of the caller that is not called',
    'void f(const int *v, int n, void (*each)(int, void *), void *data) { for (int i = 0; i < n; i++) each(v[i], data); }',
    'pub fn f(v: &[i32], each: &mut dyn FnMut(i32)) { for _x in v { let _ = &each; } }',
  ],
  ['an assertion only', SET, 'pub fn f(p: &mut S, v: i32) { assert!(v > 0); }'],
])('fails %s', (_name, c, rust) => {
  expect(judge(c, rust)).toMatchObject({
    outcome: 'failed',
    where: [{ file: 'src/lib.rs', line: 1 }],
  });
});

test.each([
  [
    'a method of the library of the same name, on a field',
    SWAP,
    'pub struct Q { items: Vec<u32> } impl Q { pub fn swap(&mut self, i: usize, j: usize) { self.items.swap(i, j) } pub fn f(&mut self, i: usize, j: usize) { self.swap(i, j) } }',
  ],
  [
    'the object that a helper makes of the number of the C',
    MAKE,
    'pub struct B { words: Vec<u64> } impl B { fn with_words(word_alloc: usize) -> Self { Self { words: vec![0; word_alloc] } } pub fn f() -> Self { Self::with_words(32) } }',
  ],
  [
    'an object with the number of the C in it',
    MAKE,
    'pub struct B { words: Vec<u64> } pub fn f() -> B { B { words: vec![0; 0x20] } }',
  ],
  [
    'a copy, where the C copies',
    COPY,
    '#[derive(Clone)] pub struct B { v: Vec<u8> } impl B { pub fn f(&self) -> Self { self.clone() } }',
  ],
  [
    'elements of a new value',
    'struct m f(const struct m *a) { struct m r; for (int i = 0; i < 3; i++) r.v[i] = g(a->v[i]); return r; }',
    'pub fn f(a: &M) -> M { let mut out = M::default(); for i in 0..3 { out.v[i] = g(a.v[i]); } out } fn g(x: i32) -> i32 { x + 1 }',
  ],
  [
    'references that a call of the library takes by their names',
    'void f(char *a, char *b, int n) { for (int i = 0; i < n; i++) { char t = a[i]; a[i] = b[i]; b[i] = t; } }',
    'pub fn f<T>(a: &mut T, b: &mut T) { std::mem::swap(a, b); }',
  ],
  ['iterators', SUM, 'pub fn f(v: &[i32]) -> i32 { v.iter().sum() }'],
  ['a loop', SUM, 'pub fn f(v: &[i32]) -> i32 { let mut s = 0; for x in v { s += x; } s }'],
  [
    'while with an index',
    SUM,
    'pub fn f(v: &[i32]) -> i32 { let mut s = 0i32; let mut i = 0; while i < v.len() { s = s.wrapping_add(v[i]); i += 1; } s }',
  ],
  [
    'recursion',
    SUM,
    'pub fn f(v: &[i32]) -> i32 { match v { [] => 0, [x, rest @ ..] => x + f(rest) } }',
  ],
  [
    'a helper that works',
    SUM,
    'pub fn f(v: &[i32]) -> i32 { add(v) } fn add(v: &[i32]) -> i32 { v.iter().fold(0, |a, b| a + b) }',
  ],
  [
    'a method of the library whose name one of the crate has that is not written yet',
    SUM,
    'pub struct T; impl T { pub fn get(&self, _at: usize) -> Option<&i32> { unimplemented!() } } pub fn f(v: &[i32]) -> i32 { let rest = v.get(0).map_or(0, |x| *x); v.iter().skip(1).fold(rest, |a, b| a + b) }',
  ],
  [
    'a closed form',
    'int f(int n) { int s = 0; for (int i = 0; i <= n; i++) s += i; return s; }',
    'pub fn f(n: i32) -> i32 { n * (n + 1) / 2 }',
  ],
  [
    'fill by closure',
    FILL,
    'pub fn f(p: &mut [u8]) { p.iter_mut().enumerate().for_each(|(i, b)| *b = g(i)); } fn g(i: usize) -> u8 { i as u8 }',
  ],
  ['copy_from_slice', FILL, 'pub fn f(p: &mut [u8], q: &[u8]) { p.copy_from_slice(q); }'],
  ['any', FIND, 'pub fn f(v: &[i32]) -> bool { v.iter().any(|x| *x != 0) }'],
  [
    'a search in a table by a closure',
    'const struct row *f(int k) { for (int i = 0; i < 3; i++) if (table[i].k == k) return &table[i]; return 0; }',
    "static TABLE: [Row; 3] = rows(); pub fn f(k: i32) -> Option<&'static Row> { TABLE.iter().find(|row| row.k == k) }",
  ],
  ['contains', FIND, 'pub fn f(v: &[i32]) -> bool { v.contains(&1) }'],
  ['arithmetic', SCALE, 'pub fn f(x: i32, y: i32) -> i32 { x * 3 + y }'],
  ['a store', SET, 'pub fn f(p: &mut S, v: i32) { p.value = v; }'],
  [
    'a store by self',
    SET,
    'pub struct S { value: i32 } impl S { pub fn f(&mut self, v: i32) { self.value = v; } }',
  ],
  [
    'a constructor',
    'struct s *f(int v) { struct s *p = malloc(sizeof *p); p->v = v; p->n = 0; return p; }',
    'pub fn f(v: i32) -> S { S { v, n: 0 } }',
  ],
  [
    'a constant where the C has one',
    'int f(int x) { return 7; }',
    'pub fn f(_x: i32) -> i32 { 7 }',
  ],
  [
    'an argument where the C returns it',
    'int f(int x) { return x; }',
    'pub fn f(x: i32) -> i32 { x }',
  ],
  ['a field', 'int f(struct s *p) { return p->value; }', 'pub fn f(p: &S) -> i32 { p.value }'],
  [
    'a field of a field',
    'int f(struct s p) { return (int)(p.inner->value); }',
    'pub fn f(p: &S) -> i32 { p.inner.value }',
  ],
  ['a cast', 'int f(int x) { return x & 0xff; }', 'pub fn f(x: i32) -> i32 { x as u8 as i32 }'],
  [
    'a release by RAII',
    'void f(struct s *p) { while (p) { struct s *q = p->next; free(p); p = q; } }',
    'pub fn f(p: S) { drop(p); }',
  ],
  [
    'a choice without a loop',
    'int f(int c) { return c == 32 || c == 9; }',
    "pub fn f(c: u8) -> bool { matches!(c, b' ' | b'\\t') }",
  ],
  [
    'state behind a lock',
    'int f(int x) { count += x; return 0; }',
    'static COUNT: Mutex<i32> = Mutex::new(0); pub fn f(x: i32) -> i32 { *COUNT.lock().unwrap() += x; 0 }',
  ],
  [
    'a file that is written to',
    'void f(const char *p) { FILE *o = fopen(p, "w"); while (fwrite(p, 1, 1, o) > 0); fclose(o); }',
    'pub fn f(p: &str) -> io::Result<()> { let mut file = File::create(p)?; file.write_all(p.as_bytes())?; Ok(()) }',
  ],
  [
    'a file that is removed',
    'void f(const char *p) { unlink(p); }',
    'pub fn f(p: &str) { std::fs::remove_file(p).ok(); }',
  ],
  [
    'a file that is read into a buffer',
    'unsigned long f(const char *p) { unsigned long n = 0; FILE *o = fopen(p, "r"); fread(&n, 8, 1, o); fclose(o); return n; }',
    'pub fn f(p: &str) -> io::Result<u64> { let mut file = File::open(p)?; let mut bytes = [0; 8]; file.read_exact(&mut bytes)?; Ok(u64::from_le_bytes(bytes)) }',
  ],
  [
    'memory of a size that is asked for',
    'void *f(int n, int m) { void *v = malloc(n * m); return v; }',
    'pub fn f(n: i32, m: i32) -> Option<Vec<u8>> { let size = usize::try_from(n.checked_mul(m)?).ok()?; let mut memory = Vec::new(); memory.try_reserve_exact(size).ok()?; Some(memory) }',
  ],
  [
    'an element put into a new list',
    'struct s *f(int v) { struct s *p = malloc(sizeof *p); p->v = v; return p; }',
    'pub fn f(v: i32) -> Vec<i32> { let mut list = Vec::new(); list.push(v); list }',
  ],
  [
    'a closure that takes the argument along',
    'struct s f(struct m *memory) { struct s made = { read_memory, memory }; return made; }',
    'pub fn f(memory: M) -> S { let read: Box<dyn Fn() -> u8> = Box::new(move || memory.read()); S::from(read) }',
  ],
  ['printing', 'void f(int x) { printf("%d", x); }', 'pub fn f(x: i32) { println!("{x}"); }'],
  [
    'output through a writer',
    'void f(FILE *o, int x) { fprintf(o, "%d", x); }',
    'pub fn f(o: &mut impl Write, x: i32) { write!(o, "{x}").ok(); }',
  ],
  [
    'a constructor without arguments',
    'struct s *f(void) { struct s *p = malloc(sizeof *p); if (!p) return NULL; p->items = calloc(8, sizeof(int)); p->count = 0; p->room = 8; return p; }',
    'pub fn f() -> S { S { items: vec![0; 8], count: 0, room: 8 } }',
  ],
  [
    'a constructor without arguments that calls another one',
    'struct s *f(void) { struct s *p = checked_alloc(sizeof *p); p->names = names_new(); p->first = NULL; return p; }',
    'pub struct Names(Vec<u8>); impl Names { pub fn new() -> Self { Self(Vec::new()) } } pub fn f() -> Option<Box<S>> { Some(Box::new(S { names: Names::new(), first: None })) }',
  ],
  [
    'an empty list whose end leads to its own beginning in C',
    'void f(struct list *list) { list->first = NULL; list->last = &(list->first); }',
    'pub fn f() -> List { List { items: Vec::new() } }',
  ],
  [
    'a constructor by Default',
    'struct s *f(void) { struct s *p = malloc(sizeof *p); p->head = NULL; p->tail = NULL; return p; }',
    'pub fn f() -> S { S::default() }',
  ],
  [
    'a constructor of nulls by value',
    'struct s f(void) { struct s made; made.head = NULL; made.tail = NULL; made.count = 0; return made; }',
    'pub fn f() -> S { S { head: None, tail: None, count: 0 } }',
  ],
  [
    'a constructor of nulls that is given what Rust has no use for',
    'struct s *f(struct pool *pool) { struct s *p = pool_take(pool, sizeof *p); p->head = NULL; p->count = 0; return p; }',
    'pub fn f() -> S { S { head: None, count: 0 } }',
  ],
  [
    'calls of a function of the caller in a loop',
    'void f(const int *v, int n, void (*each)(int, void *), void *data) { for (int i = 0; i < n; i++) each(v[i], data); }',
    'pub fn f(v: &[i32], each: &mut dyn FnMut(i32)) { for x in v { each(*x); } }',
  ],
  [
    'the same by for_each',
    'void f(const int *v, int n, void (*each)(int, void *), void *data) { for (int i = 0; i < n; i++) each(v[i], data); }',
    'pub fn f(v: &[i32], each: &mut dyn FnMut(i32)) { v.iter().for_each(|x| each(*x)); }',
  ],
  [
    'a call of a function in a field',
    'void f(struct s *p, int x) { p->hook(x); }',
    'pub struct S { hook: Box<dyn Fn(i32)> } impl S { pub fn f(&self, x: i32) { (self.hook)(x); } }',
  ],
  [
    'a function that is handed on',
    'void f(struct node *n, void (*each)(int)) { if (!n) return; f(n->left, each); each(n->value); f(n->right, each); }',
    'pub fn f(n: Option<&Node>, each: &mut dyn FnMut(i32)) { let Some(n) = n else { return }; f(n.left.as_deref(), each); each(n.value); f(n.right.as_deref(), each); }',
  ],
  [
    'recursion on a field',
    'void f(struct node *n) { if (!n) return; f(n->left); n->depth++; f(n->right); }',
    'pub struct Node { left: Option<Box<Node>>, depth: u32 } impl Node { pub fn f(&mut self) { if let Some(left) = &mut self.left { left.f(); } self.depth += 1; } }',
  ],
  [
    'recursion on a field down to a leaf',
    'void f(struct node **at, int v) { if (!*at) { *at = node_new(v); return; } if (v < (*at)->v) f(&(*at)->left, v); else f(&(*at)->right, v); }',
    'pub fn f(at: &mut Option<Box<Node>>, v: i32) { match at { None => *at = Some(Box::new(Node { v, left: None, right: None })), Some(node) if v < node.v => f(&mut node.left, v), Some(node) => f(&mut node.right, v) } }',
  ],
  [
    'a place that a loop looks for',
    'void f(struct list *l, int v) { struct node **at = &l->head; while (*at) at = &(*at)->next; *at = node_new(v); }',
    'pub struct L { head: Option<Box<N>> } impl L { pub fn f(&mut self, v: i32) { let mut at = &mut self.head; while let Some(node) = at { at = &mut node.next; } *at = Some(Box::new(N { v, next: None })); } }',
  ],
  [
    'a store through what a function finds',
    'void f(struct map *m, int k, int v) { struct entry *e = look_up(m, k); e->value = v; }',
    'pub struct M { all: Vec<E> } impl M { fn look_up(&mut self, k: i32) -> &mut E { let at = self.place(k); &mut self.all[at] } fn place(&self, k: i32) -> usize { k.unsigned_abs() as usize % self.all.len() } pub fn f(&mut self, k: i32, v: i32) { let entry = self.look_up(k); entry.value = v; } }',
  ],
  [
    'a list that is emptied in a loop',
    'void f(struct list *l) { while (l->head) { struct node *next = l->head->next; free(l->head); l->head = next; } }',
    'pub struct L { head: Option<Box<N>> } impl L { pub fn f(&mut self) { while let Some(mut node) = self.head.take() { self.head = node.next.take(); } } }',
  ],
])('passes %s', (_name, c, rust) => {
  expect(judge(c, rust)).toMatchObject({ outcome: 'passed', where: [] });
});

test('what is still to come may be named, nothing else', () => {
  const question = {
    crate: crateOf('pub fn f(x: i32) -> i32 { if x > 3 { todo!("g") } else { x * 2 } }'),
    path: 'src/lib.rs',
    name: 'f',
    c: cFunctionWorkOf(cParser, 'int f(int x) { return x > 3 ? g(x) : x * 2; }'),
  };
  expect(silentStub({ ...question, pending: new Set(['g']) }).outcome).toBe('passed');
  expect(silentStub({ ...question, pending: new Set(['h']) }).outcome).toBe('failed');
  expect(silentStub({ ...question, name: 'missing' }).outcome).toBe('not applicable');
});
