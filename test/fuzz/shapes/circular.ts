import type { Language } from '../corpus.ts';
import type { Random } from '../random.ts';
import type { Shape } from './shape.ts';

const C: readonly string[] = [
  'typedef a b; typedef b a; a x; int f(a *p) { return *p; }',
  'typedef t t; t x = 1; int f(t y) { return y; }',
  'struct s { struct s s; }; struct s v; int f(struct s *p) { return p->s.s.s.s.x; }',
  'union u { union u a[2]; }; unsigned long n = sizeof(union u);',
  'struct a { struct b b; }; struct b { struct a a; }; int n = sizeof(struct a);',
  'enum e { A = B, B = A }; int x[A];',
  'int a[sizeof(a)]; int b[sizeof b / sizeof b[0]];',
  'int x = x; int *p = &*&*p; int (*f)(void) = f;',
  'char a[1ull << 62]; char b[1ull << 63][4]; char c[-1]; char d[0][0]; char e[99999999999999999999];',
  'struct s { int a : 100000; int : 0; unsigned b : -1; }; struct s v; int f(void) { return v.a; }',
  'int f(int x) { return x << 99 | x >> -1 | 1 << 63 | -2147483648 / -1 | x % 0 | 1 / 0; }',
  'int f(int n) { char a[n]; char b[n - n]; char c[f(n)]; return sizeof(c) + a[sizeof(b)]; }',
  'int f(a, b) int a; char *b; { return a + *b; }',
  'f() { return g(); } g(h) { return h; }',
  'int main(void) { main(); return main(main()); }',
  'int f(void) { a: goto b; b: goto a; goto c; }',
  'int f(int x) { switch (x) { case 1: while (x) { case 2: x--; default: ; } } return x; }',
  'int f(void) { int f = f; { int f = f; return f; } }',
  'void f(int n) { while (1) { for (;;) { do { } while (1); } } free(0); }',
  'int f(void) { return sizeof(int[sizeof(int[sizeof(int)])]) + _Alignof(f) + offsetof(x, y); }',
  'int f(void) { return ({ goto l; l: ({ goto l; 1; }); }); }',
  'typedef int (*(*(*f)(int (*)(int)))[2])(void); f x; int g(void) { return (*(*x(0))[1])(); }',
  'double d = 1e999999, e = 0x1p99999, f = .0e-99999; int i = (int)1e999999; char c = (char)1e99;',
  'int f(char *p) { free(p); free(p); p[p[p[0]]] = *p++ = --*p; return p - p; }',
  'extern int a[]; int a[]; int a[2]; int a[3]; struct a; struct a { int a; }; struct a { long a; };',
  '_Atomic(int) _Complex x; _Bool b : 1; __int128 i; _BitInt(99999999) j; int k = sizeof(j);',
];

const CPP: readonly string[] = [
  'class A : B {}; class B : A {}; A a; void f(A *p) { delete p; p->x(); }',
  'struct A : A { A() : A() {} ~A() { delete this; } }; A a;',
  'template<int N> struct F { static const int v = F<N - 1>::v + F<N + 1>::v; }; int x = F<9>::v;',
  'template<class T> struct A : T { A<A<T>> a; }; A<int> x;',
  'struct A { A operator->() { return *this; } operator A(); }; void f(A a) { a->x; }',
  'auto f = [f] { return f(f); }; auto g(auto x) { return g(g); }',
  'namespace a = b; namespace b = a; using namespace a; using a::b; int x = a::b::a::c;',
  'void f() { throw; try { throw f; } catch (int) { throw; } catch (...) { goto l; } l:; }',
  'int f(int &r) { int &s = s; delete &r; new (&s) int[-1]; return r; }',
  'template<class... T> void f(T... t) { (f(t...), ...); f<T...>(t...); }',
  'using A = A; using B = C; using C = B; decltype(x) x; auto y = y; constexpr int z = z;',
  'struct S { virtual void f() = 0; S *s; }; void S::f() { s->s->f(); delete s; delete[] s; f(); }',
];

const RUST: readonly string[] = [
  'type A = B; type B = A; pub fn f(a: A) -> B { a }',
  'pub struct S(S); pub enum E { A(E) } pub fn f(s: S) -> S { s.0 }',
  'pub const A: usize = B; pub const B: usize = A; pub static S: [u8; A] = [0; B];',
  'pub fn f() { f(); f(f()); } pub fn g() -> ! { loop { g() } }',
  'impl Trait for Trait {} trait Trait: Trait { type T: Trait; fn f() where Self: Self; }',
  'pub fn f(x: &[u8]) -> u8 { x[x[x[0] as usize] as usize] + (x.len() - 1) as u8 }',
  "pub fn f<'a, 'a: 'a>(x: &'a &'a u8) -> &'static u8 { unsafe { std::mem::transmute(x) } }",
  'pub fn f() { let x = x; let f = |f| f(f); f(f); let r: fn(fn()) = r; }',
  'use self::a as b; use b as a; mod a { pub use super::a::*; } pub use crate::*;',
  'pub fn f(x: i8) -> i8 { x << 99 | 1 / 0 | i8::MIN / -1 | -128i8 | 999u8 as i8 }',
  'pub fn f() { unsafe { *(0 as *mut u8) = *(usize::MAX as *const u8); let p: *const u8 = &p; } }',
  'pub fn f(n: usize) { let mut v = vec![0u8; n * n]; unsafe { v.set_len(usize::MAX); } drop(v); }',
];

const ALL: Readonly<Record<Language, readonly string[]>> = { c: C, cpp: CPP, rust: RUST };

/** Declarations that are about themselves, or mean nothing: a few of them, in one file. */
export function circular(random: Random): Shape {
  const language = random.pick<Language>(['c', 'c', 'cpp', 'rust']);
  const texts = Array.from({ length: random.between(1, 4) }, () => random.pick(ALL[language]));
  return { idea: 'circular declarations', language, text: texts.join('\n'), isClosed: true };
}
