import type { Language } from '../../../../src/code/syntax/language.ts';

/** A text with a finding on the line that ends in `// here`. */
interface Sample {
  readonly rule: string;
  readonly language: Language;
  readonly text: string;
}

/** What the fix of a finding changes: each stretch, which stands once in the text, and what replaces it. */
export interface FixedSample extends Sample {
  readonly title: string;
  readonly changes: readonly (readonly [string, string])[];
}

/** A finding that has no fix, and why. */
export interface UnfixedSample extends Sample {
  readonly why: string;
}

export const FIXED: readonly FixedSample[] = [
  {
    ...{ rule: 'alloc_size_overflow', language: 'c', title: 'Have calloc check the product' },
    text: `#include <stdio.h>
#include <stdlib.h>
struct item { long id; char name[56]; };
struct item *load(FILE *in) {
  size_t count = 0;
  if (fread(&count, sizeof(count), 1, in) != 1) return NULL;
  return malloc(count * sizeof(struct item)); // here
}
`,
    changes: [['malloc(count * ', 'calloc(count, ']],
  },
  {
    ...{ rule: 'alloc_size_overflow', language: 'c', title: 'Have calloc check the product' },
    text: `#include <stdio.h>
#include <stdlib.h>
struct item { long id; char name[56]; };
struct item *load(FILE *in) {
  size_t count = 0;
  if (fread(&count, sizeof(count), 1, in) != 1) return NULL;
  return malloc(sizeof(struct item) * count); // here
}
`,
    changes: [['malloc(sizeof(struct item) * count)', 'calloc(count, sizeof(struct item))']],
  },
  {
    ...{ rule: 'dangling_c_string', language: 'rust', title: 'Keep what the pointer leads to' },
    text: `use std::ffi::CString;
extern "C" {
    fn puts(text: *const std::ffi::c_char) -> i32;
}
pub fn show() {
    let name = CString::new("ward").unwrap().as_ptr(); // here
    // SAFETY: it is a string that ends in a NUL.
    unsafe { puts(name) };
}
`,
    changes: [
      [
        'let name = CString::new("ward").unwrap().as_ptr();',
        'let name_owner = CString::new("ward").unwrap();\n    let name = name_owner.as_ptr();',
      ],
    ],
  },
  {
    ...{ rule: 'format_string', language: 'c', title: 'Print it by "%s"' },
    text: `#include <stdio.h>
void greet(FILE *out) {
  char name[64];
  if (fgets(name, sizeof name, stdin) == NULL) return;
  fprintf(out, name); // here
}
`,
    changes: [['fprintf(out, name)', 'fprintf(out, "%s", name)']],
  },
  {
    ...{ rule: 'format_string', language: 'cpp', title: 'Print it by "%s"' },
    text: `#include <stdio.h>
#include <string>
void greet(const std::string &name) {
  printf(name.c_str()); // here
}
`,
    changes: [['printf(name', 'printf("%s", name']],
  },
  {
    ...{ rule: 'unsafe_api', language: 'c', title: 'Write no more than fits, by snprintf' },
    text: `#include <string.h>
void show(const char *);
void greet(const char *who) {
  char line[40];
  strcpy(line, who); // here
  show(line);
}
`,
    changes: [
      ['#include <string.h>', '#include <stdio.h>\n#include <string.h>'],
      ['strcpy(line, who)', 'snprintf(line, sizeof line, "%s", who)'],
    ],
  },
  {
    ...{ rule: 'unsafe_api', language: 'c', title: 'Write no more than fits, by strncat' },
    text: `#include <stdio.h>
#include <string.h>
void greet(const char *who) {
  char line[40] = "Dear ";
  strcat(line, who); // here
  puts(line);
}
`,
    changes: [['strcat(line, who)', 'strncat(line, who, sizeof line - strlen(line) - 1)']],
  },
  {
    ...{ rule: 'unsafe_api', language: 'cpp', title: 'Write no more than fits, by snprintf' },
    text: `#include <stdio.h>
#include <stdlib.h>
void open_file() {
  char path[64];
  sprintf(path, "%s/.config/%s", getenv("HOME"), "app.ini"); // here
  puts(path);
}
`,
    changes: [['sprintf(path, ', 'snprintf(path, sizeof path, ']],
  },
  {
    ...{ rule: 'unsafe_api', language: 'c', title: 'Read no more than fits, by fgets' },
    text: `#include <stdio.h>
char *gets(char *);
static char answer[16];
int main(void) {
  gets(answer); // here
  return puts(answer);
}
`,
    changes: [
      ['#include <stdio.h>', '#include <string.h>\n#include <stdio.h>'],
      [
        '  gets(answer);',
        `  if (fgets(answer, sizeof answer, stdin) != NULL) answer[strcspn(answer, "\\n")] = '\\0';`,
      ],
    ],
  },
  {
    ...{ rule: 'unsafe_api', language: 'c', title: 'Write no more than fits, by snprintf' },
    text: `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct item { char name[32]; int size; } item;
item *named(const char *name) {
  item *made = malloc(sizeof(item));
  if (made == NULL) return NULL;
  strcpy(made->name, name); // here
  made->size = 0;
  return made;
}
`,
    changes: [['strcpy(made->name, name)', 'snprintf(made->name, sizeof made->name, "%s", name)']],
  },
  {
    ...{ rule: 'scanf_no_width', language: 'c', title: 'Read no more than fits, by a width' },
    text: `#include <stdio.h>
int read_pair(FILE *in) {
  char key[24];
  char value[100];
  int n;
  return fscanf(in, "%*s %23s\\n%d %[^\\"] %30s", key, &n, value, key); // here
}
`,
    changes: [
      ['%[^', '%99[^'],
      ['%30s', '%23s'],
    ],
  },
  {
    ...{ rule: 'strncpy_no_nullterm', language: 'c', title: 'Store the NUL behind the text' },
    text: `#include <stdio.h>
#include <string.h>
void show(const char *title) {
  char head[20];
  strncpy(head, title, sizeof(head)); // here
  printf("== %s ==\\n", head);
}
`,
    changes: [['// here\n', `// here\n  head[sizeof head - 1] = '\\0';\n`]],
  },
  {
    ...{ rule: 'strncpy_no_nullterm', language: 'cpp', title: 'Store the NUL behind the text' },
    text: `#include <stdio.h>
#include <string.h>
#define ROOM 20
void show(const char *title) {
\tchar head[ROOM];
\tstrncpy(head, title, ROOM - 1); // here
\tprintf("== %s ==\\n", head);
}
`.replaceAll('\n', '\r\n'),
    changes: [['// here\r\n', `// here\r\n\thead[sizeof head - 1] = '\\0';\r\n`]],
  },
  {
    ...{ rule: 'assignment_in_condition', language: 'c', title: 'Compare with 1' },
    text: `int allowed(int role) {
  if (role = 1) // here
    return 1;
  return 0;
}
`,
    changes: [['role = 1', 'role == 1']],
  },
  {
    ...{ rule: 'assignment_in_condition', language: 'cpp', title: 'Compare with nullptr' },
    text: `struct list { list *next; };
int count(list *at) {
  int total = 0;
  while (at->next = nullptr) // here
    total++;
  return total;
}
`,
    changes: [['next = nullptr', 'next == nullptr']],
  },
  {
    ...{
      rule: 'open_permissive_perms',
      language: 'c',
      title: 'Let only the owner write to it: 0644',
    },
    text: `#include <fcntl.h>
int keep(const char *path) {
  return open(path, O_WRONLY | O_CREAT, 0666); // here
}
`,
    changes: [['0666', '0644']],
  },
  {
    ...{ rule: 'cond_wait_no_loop', language: 'c' },
    title: 'Test the condition again after each wait',
    text: `#include <pthread.h>
struct box { pthread_mutex_t lock; pthread_cond_t filled; int full; };
void take(struct box *box) {
  pthread_mutex_lock(&box->lock);
  if (!box->full) {
    pthread_cond_wait(&box->filled, &box->lock); // here
  }
  box->full = 0;
  pthread_mutex_unlock(&box->lock);
}
`,
    changes: [['if (', 'while (']],
  },
  {
    ...{ rule: 'new_delete_mismatch', language: 'cpp', title: 'Release it by delete[]' },
    text: `void shuffle(int count) {
  int *order = new int[count];
  order[0] = count;
  delete order; // here
}
`,
    changes: [['delete order', 'delete[] order']],
  },
  {
    ...{ rule: 'new_delete_mismatch', language: 'cpp', title: 'Release it by delete' },
    text: `struct node { int value; };
void one() {
  node *made = new node();
  made->value = 1;
  delete[] made; // here
}
`,
    changes: [['delete[] made', 'delete made']],
  },
  {
    ...{ rule: 'new_delete_mismatch', language: 'cpp', title: 'Release it by delete' },
    text: `#include <stdlib.h>
struct node { int value; };
void one() {
  auto *made = new node();
  free(made); // here
}
`,
    changes: [['free(made)', 'delete made']],
  },
  {
    ...{ rule: 'missing_virtual_dtor', language: 'cpp', title: 'Make the destructor virtual' },
    text: `class Shape { // here
public:
  virtual double area() const = 0;
};
class Disc : public Shape {
public:
  double area() const override { return 3; }
};
double once() {
  Shape *shape = new Disc();
  double result = shape->area();
  delete shape;
  return result;
}
`,
    changes: [
      ['public:\n  virtual double', 'public:\n  virtual ~Shape() = default;\n  virtual double'],
    ],
  },
  {
    ...{ rule: 'missing_virtual_dtor', language: 'cpp', title: 'Make the destructor virtual' },
    text: `struct Shape { // here
  virtual double area() const = 0;
  ~Shape() {}
  double *all = nullptr;
};
struct Disc : Shape {
  double area() const override { return 3; }
};
double once(Disc *disc) {
  Shape *shape = disc;
  double result = shape->area();
  delete shape;
  return result;
}
`,
    changes: [['~Shape() {}', 'virtual ~Shape() {}']],
  },
  {
    ...{ rule: 'permissive_permissions', language: 'rust' },
    title: 'Let only the owner write to it: 0o644',
    text: `use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
pub fn keep(path: &str) -> std::io::Result<File> {
    OpenOptions::new().write(true).create(true).mode(0o666).open(path) // here
}
`,
    changes: [['0o666', '0o644']],
  },
  {
    ...{ rule: 'tls_verification_disabled', language: 'rust', title: 'Check certificates' },
    text: `pub struct Builder;
impl Builder {
    pub fn danger_accept_invalid_certs(self, _accept: bool) -> Self { self }
    pub fn build(self) -> Option<()> { Some(()) }
}
pub fn builder() -> Builder { Builder }
pub fn client() -> Option<()> {
    builder().danger_accept_invalid_certs(true).build() // here
}
`,
    changes: [['builder().danger_accept_invalid_certs(true)', 'builder()']],
  },
  {
    ...{ rule: 'tls_verification_disabled', language: 'rust', title: 'Check certificates' },
    text: `pub struct Builder;
impl Builder {
    pub fn danger_accept_invalid_certs(&mut self, _accept: bool) -> &mut Self { self }
}
pub fn client(builder: &mut Builder) {
    builder.danger_accept_invalid_certs(true); // here
}
`,
    changes: [['certs(true)', 'certs(false)']],
  },
  {
    ...{ rule: 'get_unchecked_unbounded', language: 'rust', title: 'Check the index' },
    text: `pub fn pick(values: &[u8], at: usize) -> u8 {
    // SAFETY: callers pass a valid index,
    // and they have promised it.
    unsafe { *values.get_unchecked(at) } // here
}
`,
    changes: [
      [
        `// SAFETY: callers pass a valid index,
    // and they have promised it.
    unsafe { *values.get_unchecked(at) }`,
        'values[at]',
      ],
    ],
  },
  {
    ...{ rule: 'unsafe_api', language: 'cpp', title: 'Write no more than fits, by snprintf' },
    text: `#include <stdio.h>
#include <string.h>
void greet(char **who) {
  char line[40];
  strcpy(line, who[0] + 1); // here
  puts(line);
}
`,
    changes: [['strcpy(line, who[0]', 'snprintf(line, sizeof line, "%s", who[0]']],
  },
  {
    ...{ rule: 'unsafe_api', language: 'cpp', title: 'Write no more than fits, by snprintf' },
    text: `#include <stdio.h>
#include <string.h>
#include <string>
void greet(std::string *who, bool known) {
  char line[40];
  strcpy(line, known ? who->c_str() : "all"); // here
  puts(line);
}
`,
    changes: [['strcpy(line, ', 'snprintf(line, sizeof line, "%s", ']],
  },
  {
    ...{ rule: 'format_string', language: 'cpp', title: 'Print it by "%s"' },
    text: `#include <stdio.h>
#include <stdlib.h>
static const char *title = getenv("TITLE");
void show() {
  printf(title); // here
}
`,
    changes: [['printf(title', 'printf("%s", title']],
  },
  {
    ...{ rule: 'assignment_in_condition', language: 'cpp', title: 'Compare with 0' },
    text: `int last(int &left, unsigned long *counts) {
  if (counts[left] = 0) // here
    return 1;
  return 0;
}
`,
    changes: [['] = 0', '] == 0']],
  },
  {
    ...{ rule: 'get_unchecked_unbounded', language: 'rust', title: 'Check the index' },
    text: `pub fn above(values: &[u8], at: usize, other: u8) -> bool {
    if unsafe { *values.get_unchecked(at) } > other { // here
        return true;
    }
    false
}
`,
    changes: [['unsafe { *values.get_unchecked(at) }', 'values[at]']],
  },
  {
    ...{ rule: 'get_unchecked_unbounded', language: 'rust', title: 'Check the index' },
    text: `use std::vec::Vec;
pub fn doubled(values: &Vec<u32>, at: usize) -> u32 {
    let mut value = unsafe { *values.get_unchecked(at) }; // here
    value *= 2;
    value
}
`,
    changes: [['unsafe { *values.get_unchecked(at) }', 'values[at]']],
  },
  {
    ...{ rule: 'missing_virtual_dtor', language: 'cpp', title: 'Make the destructor virtual' },
    text: `struct Shape { // here
  virtual double area() const = 0;
  ~Shape() = default;
  int *all = nullptr;
};
struct Disc final : Shape {
  double area() const override { return 3; }
  ~Disc() noexcept {}
};
void once(Disc *disc) {
  Shape *shape = disc;
  delete shape;
}
`,
    changes: [['~Shape()', 'virtual ~Shape()']],
  },
];

const c = (rule: string, why: string, text: string): UnfixedSample => ({
  ...{ rule, why, text, language: 'c' },
});
const cpp = (rule: string, why: string, text: string): UnfixedSample => ({
  ...{ rule, why, text, language: 'cpp' },
});
const rust = (rule: string, why: string, text: string): UnfixedSample => ({
  ...{ rule, why, text, language: 'rust' },
});

export const UNFIXED: readonly UnfixedSample[] = [
  c(
    'alloc_size_overflow',
    'a factor that is computed',
    '#include <stdlib.h>\nvoid *f(int a, int b) {\n  return malloc(a * b * sizeof(int)); // here\n}\n',
  ),
  c(
    'alloc_size_overflow',
    'a sum',
    '#include <stdlib.h>\nvoid *f(int a, int b) {\n  return malloc(a + b); // here\n}\n',
  ),
  c(
    'alloc_size_overflow',
    'memory that keeps what it holds',
    '#include <stdlib.h>\nvoid *f(void *p, int a, int b) {\n  return realloc(p, a * b); // here\n}\n',
  ),
  cpp(
    'unsafe_api',
    'a namespace with a function of the name that would be called',
    '#include <cstdio>\n#include <cstring>\nnamespace n {\nint snprintf(int);\nint use(const char *);\nvoid f(const char *s) {\n  char b[16];\n  strcpy(b, s); // here\n  use(b);\n}\n}\n',
  ),
  cpp(
    'missing_virtual_dtor',
    'a class that a constant is of',
    'struct Cat { // here\n  constexpr Cat() = default;\n  virtual int legs() const { return 4; }\n};\nconstexpr Cat cat;\nvoid f(Cat *c) { delete c; }\n',
  ),
  rust(
    'dangling_c_string',
    'a pointer that is returned',
    'fn f() -> *const c_char {\n    let name = CString::new("a").unwrap().as_ptr(); // here\n    name\n}\n',
  ),
  rust(
    'dangling_c_string',
    'a pointer that is kept in a structure',
    'fn f() -> Name {\n    let name = CString::new("a").unwrap().as_ptr(); // here\n    Name { name }\n}\n',
  ),
  rust(
    'dangling_c_string',
    'an owner whose name is taken',
    'fn f(name_owner: u8) {\n    let name = CString::new("a").unwrap().as_ptr(); // here\n    show(name, name_owner);\n}\n',
  ),
  rust(
    'dangling_c_string',
    'a pointer that is assigned',
    'fn f() {\n    let name;\n    name = CString::new("a").unwrap().as_ptr(); // here\n    show(name);\n}\n',
  ),
  c('format_string', 'it has arguments', 'void f(char *s, int n) {\n  printf(s, n); // here\n}\n'),
  c('format_string', 'a macro', '#define TEXT s\nvoid f(char *s) {\n  printf(TEXT); // here\n}\n'),
  c(
    'format_string',
    'a literal with a percent sign',
    'void f(char *s) {\n  const char *l = "100%%";\n  if (s) l = s;\n  printf(l); // here\n}\n',
  ),
  c(
    'format_string',
    'a function of the file',
    'int printf(char *s) { return *s; }\nvoid f(char *s) {\n  printf(s); // here\n}\n',
  ),
  c(
    'format_string',
    'the body of a macro',
    '#define PRINT(s) printf(s) // here\nvoid f(char *s) { PRINT(s); }\n',
  ),
  c(
    'format_string',
    'two calls in a line',
    'void f(char *s) {\n  printf(s); printf(s); // here\n}\n',
  ),
  c('format_string', 'what does not parse', 'void f(char *s) {\n  printf(s); // here\n  if (\n}\n'),
  c(
    'unsafe_api',
    'a pointer',
    '#include <string.h>\nvoid f(char *s, char b[8]) {\n  strcpy(b, s); // here\n}\n',
  ),
  c(
    'unsafe_api',
    'a name that is declared twice',
    '#include <string.h>\nvoid f(char *s, int n) {\n  char b[8];\n  if (n) {\n    char *b = s;\n    strcpy(b, s); // here\n  }\n}\n',
  ),
  c(
    'unsafe_api',
    'an array under a condition of the preprocessor',
    '#include <string.h>\nvoid f(char *s) {\n#ifdef A\n  char b[8];\n#endif\n  strcpy(b, s); // here\n}\n',
  ),
  c(
    'unsafe_api',
    'a result that is taken',
    '#include <stdio.h>\nint f(char *s) {\n  char b[8];\n  return sprintf(b, "%s", s); // here\n}\n',
  ),
  c(
    'unsafe_api',
    'what overlaps',
    '#include <stdio.h>\nvoid f(char *s) {\n  char b[8] = "";\n  sprintf(b, "%s%s", b, s); // here\n}\n',
  ),
  c(
    'unsafe_api',
    'a program without the C library',
    '#include <linux/string.h>\nvoid f(char *s) {\n  char b[8];\n  strcpy(b, s); // here\n}\n',
  ),
  c(
    'unsafe_api',
    'an else that would change hands',
    '#include <stdio.h>\nvoid f(int n) {\n  char b[8];\n  if (n) gets(b); // here\n  else puts("no");\n}\n',
  ),
  c(
    'unsafe_api',
    'snprintf that is another function',
    '#include <stdio.h>\n#define snprintf _snprintf\nvoid f(char *s) {\n  char b[8];\n  sprintf(b, "%s", s); // here\n}\n',
  ),
  cpp(
    'unsafe_api',
    'a member of the class may be meant',
    '#include <string.h>\nchar b[8];\nvoid A::f(char *s) {\n  strcpy(b, s); // here\n}\n',
  ),
  c(
    'unsafe_api',
    'a structure of another file',
    '#include <stdio.h>\nvoid f(struct item *p, char *s) {\n  sprintf(p->name, "%s", s); // here\n}\n',
  ),
  c(
    'unsafe_api',
    'a structure that may be longer than declared',
    '#include <stdio.h>\nstruct item { int n; char name[1]; };\nvoid f(struct item *p, char *s) {\n  sprintf(p->name, "%s", s); // here\n}\n',
  ),
  c(
    'unsafe_api',
    'a member that is a pointer',
    '#include <stdio.h>\nstruct item { char *name; int n; };\nvoid f(struct item *p, char *s) {\n  sprintf(p->name, "%s", s); // here\n}\n',
  ),
  c(
    'unsafe_api',
    'a pointer that the call may change',
    '#include <stdio.h>\nstruct item { char name[8]; int n; };\nvoid f(struct item *p, char *s) {\n  sprintf(p->name, "%d", p++->n); // here\n}\n',
  ),
  c(
    'unsafe_api',
    'two structures of one name',
    '#include <stdio.h>\n#ifdef A\nstruct item { char *name; int n; };\n#else\nstruct item { char name[8]; int n; };\n#endif\nvoid f(struct item *p, char *s) {\n  sprintf(p->name, "%s", s); // here\n}\n',
  ),
  c(
    'scanf_no_width',
    'a size that is no number',
    '#include <stdio.h>\nvoid f(int n) {\n  char b[n];\n  scanf("%s", b); // here\n}\n',
  ),
  c(
    'scanf_no_width',
    'a format in pieces',
    '#include <stdio.h>\nvoid f(void) {\n  char b[8];\n  scanf(" " "%s", b); // here\n}\n',
  ),
  c(
    'scanf_no_width',
    'wide characters',
    '#include <stdio.h>\nvoid f(void) {\n  char b[8];\n  scanf("%ls", b); // here\n}\n',
  ),
  c(
    'scanf_no_width',
    'another number of arguments',
    '#include <stdio.h>\nvoid f(void) {\n  char b[8];\n  scanf("%1$s %1$s", b); // here\n}\n',
  ),
  c(
    'strncpy_no_nullterm',
    'a limit that may be smaller',
    '#include <string.h>\nvoid f(char *s, int n) {\n  char b[8];\n  strncpy(b, s, n); // here\n}\n',
  ),
  c(
    'strncpy_no_nullterm',
    'several statements in a line',
    '#include <string.h>\nvoid f(char *s) {\n  char b[8];\n  strncpy(b, s, sizeof b); puts(b); // here\n}\n',
  ),
  c(
    'strncpy_no_nullterm',
    'a statement outside of a block',
    '#include <string.h>\nvoid f(char *s) {\n  char b[8];\n  if (s)\n    strncpy(b, s, sizeof b); // here\n}\n',
  ),
  c(
    'assignment_in_condition',
    'a value that is not constant',
    'int f(int a, int b) {\n  if (a = b) return 1; // here\n  return 0;\n}\n',
  ),
  c(
    'assignment_in_condition',
    'a second pair of parentheses',
    'int f(int a) {\n  if ((a = 1)) return 1; // here\n  return 0;\n}\n',
  ),
  c(
    'assignment_in_condition',
    'a for loop',
    'int f(int a) {\n  for (a = 0; a = 9; a++) f(a); // here\n  return 0;\n}\n',
  ),
  c(
    'open_permissive_perms',
    'rights that are set as they are',
    '#include <sys/stat.h>\nvoid f(int fd) {\n  fchmod(fd, 0666); // here\n}\n',
  ),
  c(
    'open_permissive_perms',
    'a sticky directory',
    '#include <sys/stat.h>\nvoid f(char *s) {\n  mkdir(s, 01777); // here\n}\n',
  ),
  c(
    'open_permissive_perms',
    'a mode by name',
    '#include <fcntl.h>\nvoid f(char *s) {\n  open(s, O_CREAT, S_IRWXO); // here\n}\n',
  ),
  c(
    'cond_wait_no_loop',
    'an else',
    'void f(struct b *b) {\n  if (!b->full) pthread_cond_wait(&b->c, &b->m); // here\n  else b->full = 0;\n}\n',
  ),
  c(
    'cond_wait_no_loop',
    'a local variable',
    'void f(struct b *b) {\n  int full = b->full;\n  if (!full) pthread_cond_wait(&b->c, &b->m); // here\n}\n',
  ),
  c(
    'cond_wait_no_loop',
    'a timeout',
    'void f(struct b *b) {\n  if (!b->full) pthread_cond_timedwait(&b->c, &b->m, &t); // here\n}\n',
  ),
  c(
    'cond_wait_no_loop',
    'a condition that does something',
    'void f(struct b *b) {\n  if (!take(b->full)) pthread_cond_wait(&b->c, &b->m); // here\n}\n',
  ),
  cpp(
    'new_delete_mismatch',
    'a pointer that is assigned again',
    'void f(int n) {\n  int *a = new int[n];\n  a = new int;\n  delete a; // here\n}\n',
  ),
  cpp(
    'new_delete_mismatch',
    'a type that may be an array',
    'void f(int n) {\n  row *a = new row;\n  delete[] a; // here\n}\n',
  ),
  cpp(
    'new_delete_mismatch',
    'a parameter',
    'void f(int *a) {\n  delete a; // here\n  a = new int[4];\n}\n',
  ),
  cpp(
    'missing_virtual_dtor',
    'a class with data would lose its moves',
    'class A { // here\npublic:\n  virtual void f();\n  std::unique_ptr<int> p;\n};\n',
  ),
  cpp(
    'missing_virtual_dtor',
    'a comment above the first member',
    'class A { // here\npublic:\n  // Does it.\n  virtual void f();\n};\n',
  ),
  rust(
    'permissive_permissions',
    'rights that are set as they are',
    'fn f() {\n    fs::set_permissions("a", Permissions::from_mode(0o777)); // here\n}\n',
  ),
  rust(
    'permissive_permissions',
    'a method of something else',
    'fn f(x: Chart) {\n    x.mode(0o777); // here\n}\n',
  ),
  rust(
    'tls_verification_disabled',
    'an option of the user',
    'fn f(x: bool) {\n    builder().danger_accept_invalid_certs(x).build(); // here\n}\n',
  ),
  rust(
    'tls_verification_disabled',
    'another way to say so',
    'fn f(mut b: Builder) {\n    b.set_verify(SslVerifyMode::NONE); // here\n}\n',
  ),
  rust(
    'get_unchecked_unbounded',
    'a type that is not known',
    'fn f(v: &Table, i: usize) -> u8 {\n    unsafe { *v.get_unchecked(i) } // here\n}\n',
  ),
  rust(
    'get_unchecked_unbounded',
    'a name that is bound again',
    'fn f(v: &[u8], i: usize) -> u8 {\n    let v = Table::of(v);\n    unsafe { *v.get_unchecked(i) } // here\n}\n',
  ),
  rust(
    'get_unchecked_unbounded',
    'a block that would be left with nothing unsafe in it, which the compiler warns of',
    'fn f(v: &mut Vec<u8>, i: usize) {\n    unsafe {\n        // SAFETY: i is valid.\n        *v.get_unchecked_mut(i) = 1; // here\n    }\n}\n',
  ),
  rust(
    'get_unchecked_unbounded',
    'a reference that is kept',
    'fn f(v: &[u8], i: usize) -> &u8 {\n    unsafe { v.get_unchecked(i) } // here\n}\n',
  ),
  cpp(
    'unsafe_api',
    'an object of a class that converts itself',
    '#include <stdio.h>\n#include <string.h>\n#include <string>\nstruct Name { std::string text; operator const char *() const; const Name &c_str() const; };\nvoid f(Name n) {\n  char b[16];\n  strcpy(b, n); // here\n  puts(b);\n}\n',
  ),
  cpp(
    'unsafe_api',
    'a member that is an object of a class',
    '#include <stdio.h>\n#include <string.h>\n#include <string>\nstruct Name { std::string text; operator const char *() const; const Name &c_str() const; };\nstruct Pair { Name n; int m; };\nvoid f(Pair *p) {\n  char b[16];\n  strcpy(b, p->n); // here\n  puts(b);\n}\n',
  ),
  cpp(
    'unsafe_api',
    'a function that may give an object of a class',
    '#include <stdio.h>\n#include <string.h>\n#include <string>\nstruct Name { std::string text; operator const char *() const; const Name &c_str() const; };\nName made(int);\nvoid f(int m) {\n  char b[16];\n  strcpy(b, made(m)); // here\n  puts(b);\n}\n',
  ),
  cpp(
    'unsafe_api',
    'an element that is an object of a class',
    '#include <stdio.h>\n#include <string.h>\n#include <string>\nstruct Name { std::string text; operator const char *() const; const Name &c_str() const; };\nvoid f(Name *n) {\n  char b[16];\n  strcpy(b, n[1]); // here\n  puts(b);\n}\n',
  ),
  cpp(
    'unsafe_api',
    'an object that a class adds to a pointer',
    '#include <stdio.h>\n#include <string.h>\n#include <string>\nstruct Name { std::string text; operator const char *() const; const Name &c_str() const; };\nName operator+(const char *, Name);\nvoid f(const char *p, Name n) {\n  char b[16];\n  strcpy(b, p + n); // here\n  puts(b);\n}\n',
  ),
  cpp(
    'unsafe_api',
    'one of two values that is an object of a class',
    '#include <stdio.h>\n#include <string.h>\n#include <string>\nstruct Name { std::string text; operator const char *() const; const Name &c_str() const; };\nvoid f(const char *p, Name n, int m) {\n  char b[16];\n  strcpy(b, m ? p : n); // here\n  puts(b);\n}\n',
  ),
  cpp(
    'unsafe_api',
    'a method of a class of the project by the name of one of the library',
    '#include <stdio.h>\n#include <string.h>\n#include <string>\nstruct Name { std::string text; operator const char *() const; const Name &c_str() const; };\nvoid f(Name n) {\n  char b[16];\n  strcpy(b, n.c_str()); // here\n  puts(b);\n}\n',
  ),
  cpp(
    'unsafe_api',
    'a value whose type is that of what is given',
    '#include <stdio.h>\n#include <string.h>\n#include <string>\nstruct Name { std::string text; operator const char *() const; const Name &c_str() const; };\nvoid f(const auto &n) {\n  char b[16];\n  strcpy(b, n); // here\n  puts(b);\n}\n',
  ),
  cpp(
    'unsafe_api',
    'a member that hides a variable of the file',
    '#include <stdio.h>\n#include <string.h>\n#include <string>\nstruct Name { std::string text; operator const char *() const; const Name &c_str() const; };\nconst char *n = "";\nstruct Pair { Name n; void f(); };\nvoid Pair::f() {\n  char b[16];\n  strcpy(b, n); // here\n  puts(b);\n}\n',
  ),
  c(
    'unsafe_api',
    'an address of something else than characters',
    '#include <stdio.h>\n#include <string.h>\nvoid f(const void *p) {\n  char b[16];\n  strcpy(b, p); // here\n  puts(b);\n}\n',
  ),
  cpp(
    'format_string',
    'an object of a class that converts itself',
    '#include <stdio.h>\n#include <string.h>\n#include <string>\nstruct Name { std::string text; operator const char *() const; const Name &c_str() const; };\nvoid f(Name n) {\n  printf(n); // here\n}\n',
  ),
  c(
    'alloc_size_overflow',
    'calloc that no header of the file declares',
    '#include <stdio.h>\nvoid *malloc(size_t);\nvoid *f(size_t n) {\n  return malloc(n * sizeof(int)); // here\n}\n',
  ),
  c(
    'unsafe_api',
    'strncat that no header of the file declares',
    '#include <stdio.h>\nchar *strcat(char *, const char *);\nvoid f(const char *s) {\n  char b[8] = "";\n  strcat(b, s); // here\n  puts(b);\n}\n',
  ),
  c(
    'unsafe_api',
    'snprintf that no header of the file declares',
    'int sprintf(char *, const char *, ...);\nvoid f(const char *s) {\n  char b[8];\n  sprintf(b, "%s", s); // here\n}\n',
  ),
  c(
    'unsafe_api',
    'a function of the file by a name of the header that would be added',
    '#include <string.h>\nstatic int rename(int a) { return a; }\nvoid f(const char *s) {\n  char b[8];\n  strcpy(b, s); // here\n  use(b);\n}\n',
  ),
  c(
    'unsafe_api',
    'a type of the file by a name of the header that would be added',
    '#include <string.h>\ntypedef struct { int fd; } FILE;\nvoid f(const char *s) {\n  char b[8];\n  strcpy(b, s); // here\n  use(b);\n}\n',
  ),
  c(
    'unsafe_api',
    'a macro of the file by a name of the header that would be added',
    '#include <string.h>\n#define BUFSIZ 8\nvoid f(const char *s) {\n  char b[8];\n  strcpy(b, s); // here\n  use(b);\n}\n',
  ),
  c(
    'unsafe_api',
    'the text of a macro of the file by a name of the header that would be added',
    '#include <string.h>\n#define LOG(x) say(x, stderr)\nvoid f(const char *s) {\n  char b[8];\n  strcpy(b, s); // here\n  use(b);\n}\n',
  ),
  c(
    'unsafe_api',
    'a name of <string.h> that the file has for something else',
    '#include <stdio.h>\nint index(int *a, int b);\nvoid f(void) {\n  char b[8];\n  gets(b); // here\n  puts(b);\n}\n',
  ),
  cpp(
    'missing_virtual_dtor',
    'a derived class whose destructor may throw',
    'struct A { // here\n  virtual void f();\n  ~A() {}\n};\nstruct B : A { ~B() noexcept(false); };\n',
  ),
  cpp(
    'missing_virtual_dtor',
    'a derived class whose destructor says by a macro what it may throw',
    'struct A { // here\n  virtual void f();\n  ~A() {}\n};\n#define THROWS noexcept(false)\nstruct B : A { ~B() THROWS; };\n',
  ),
  cpp(
    'missing_virtual_dtor',
    'a member of a derived class whose destructor may throw',
    'struct M { ~M() noexcept(false); };\nstruct A { // here\n  virtual void f();\n  ~A() {}\n};\nstruct B : A { M m; };\n',
  ),
  cpp(
    'missing_virtual_dtor',
    'a derived class without a destructor',
    'struct A { // here\n  virtual void f();\n  ~A() {}\n};\nstruct B : A { ~B() = delete; };\n',
  ),
  cpp(
    'missing_virtual_dtor',
    'a destructor that a derived class cannot call',
    'class M { ~M(); };\nstruct A { // here\n  virtual void f();\n  ~A() {}\n};\nstruct B : A { M m; B(); };\n',
  ),
  cpp(
    'missing_virtual_dtor',
    'a union with an object of the class',
    'struct A { // here\n  virtual void f();\n  ~A() = default;\n};\nunion U { int n; A a; U() {} };\n',
  ),
  cpp(
    'missing_virtual_dtor',
    'a class that has to be trivial',
    'struct A { // here\n  virtual void f();\n  ~A() = default;\n};\nstatic_assert(__is_trivially_destructible(A), "");\n',
  ),
  cpp(
    'assignment_in_condition',
    'an object of a class',
    'struct Big { int v; Big &operator=(int q); explicit operator bool() const; };\nstruct Pair { Big b; };\nint f(Big b) {\n  if (b = 3) return 1; // here\n  return 0;\n}\n',
  ),
  cpp(
    'assignment_in_condition',
    'an element that is an object of a class',
    'struct Big { int v; Big &operator=(int q); explicit operator bool() const; };\nstruct Pair { Big b; };\nint f(Big *b) {\n  if (b[1] = 3) return 1; // here\n  return 0;\n}\n',
  ),
  cpp(
    'assignment_in_condition',
    'what is pointed to, an object of a class',
    'struct Big { int v; Big &operator=(int q); explicit operator bool() const; };\nstruct Pair { Big b; };\nint f(Big *b) {\n  if (*b = 3) return 1; // here\n  return 0;\n}\n',
  ),
  cpp(
    'assignment_in_condition',
    'a member that is an object of a class',
    'struct Big { int v; Big &operator=(int q); explicit operator bool() const; };\nstruct Pair { Big b; };\nint f(Pair &p) {\n  if (p.b = 3) return 1; // here\n  return 0;\n}\n',
  ),
  cpp(
    'assignment_in_condition',
    'a type that is not known',
    'template <class T> int f(T t) {\n  if (t = 0) return 1; // here\n  return 0;\n}\n',
  ),
  rust(
    'get_unchecked_unbounded',
    'a copy that is borrowed mutably',
    'fn f(v: &[u8], i: usize) {\n    let r = &mut unsafe { *v.get_unchecked(i) }; // here\n}\n',
  ),
  rust(
    'get_unchecked_unbounded',
    'a copy that is replaced',
    'fn f(v: &mut [u8], i: usize) {\n    std::mem::replace(&mut unsafe { *v.get_unchecked(i) }, 3); // here\n}\n',
  ),
  rust(
    'get_unchecked_unbounded',
    'a copy that is borrowed while the slice changes',
    'fn f(v: &mut [u8], i: usize) {\n    let r = &unsafe { *v.get_unchecked(i) }; // here\n}\n',
  ),
  rust(
    'get_unchecked_unbounded',
    'a copy that a pattern borrows',
    'fn f(v: &mut [u8], i: usize) {\n    let ref mut r = unsafe { *v.get_unchecked(i) }; // here\n}\n',
  ),
  rust(
    'get_unchecked_unbounded',
    'a copy that a method may change',
    'fn f(v: &mut [u8], i: usize) {\n    unsafe { *v.get_unchecked(i) }.bump(); // here\n}\n',
  ),
  rust(
    'get_unchecked_unbounded',
    'a copy that is matched',
    'fn f(v: &mut [u8], i: usize) {\n    match unsafe { *v.get_unchecked(i) } { ref mut r => *r = 1 } // here\n}\n',
  ),
  rust(
    'get_unchecked_unbounded',
    'a pointer that is written through',
    'fn f(v: &[*mut u8], i: usize) {\n    *unsafe { *v.get_unchecked(i) } = 1; // here\n}\n',
  ),
  rust(
    'get_unchecked_unbounded',
    'a copy by a method that needs to change it',
    'fn f(v: &mut [u8], i: usize) {\n    let r = unsafe { *v.get_unchecked_mut(i) }; // here\n}\n',
  ),
  rust(
    'get_unchecked_unbounded',
    'a type of the file by the name of the library',
    'struct Vec<T> { x: T }\nfn f(v: &Vec<u8>, i: usize) -> u8 {\n    unsafe { *v.get_unchecked(i) } // here\n}\n',
  ),
  rust(
    'get_unchecked_unbounded',
    'a type by the name of the library that is imported',
    'use own::Vec;\nfn f(v: &Vec<u8>, i: usize) -> u8 {\n    unsafe { *v.get_unchecked(i) } // here\n}\n',
  ),
  rust(
    'get_unchecked_unbounded',
    'a type by the name of the library that may be imported',
    'use own::*;\nfn f(v: &Vec<u8>, i: usize) -> u8 {\n    unsafe { *v.get_unchecked(i) } // here\n}\n',
  ),
  rust(
    'get_unchecked_unbounded',
    'a parameter by the name of a type of the library',
    'fn f<Vec>(v: &Vec<u8>, i: usize) -> u8 {\n    unsafe { *v.get_unchecked(i) } // here\n}\n',
  ),
  c(
    'alloc_size_overflow',
    'a factor with a fraction',
    '#include <stdlib.h>\nvoid *f(double n) {\n  return malloc(n * sizeof(int)); // here\n}\n',
  ),
  c(
    'alloc_size_overflow',
    'a factor that is converted to one with a fraction',
    '#include <stdlib.h>\nvoid *f(int n) {\n  return malloc((float)n * sizeof(int)); // here\n}\n',
  ),
  c(
    'alloc_size_overflow',
    'a number with a fraction',
    '#include <stdlib.h>\nvoid *f(int n) {\n  return malloc(n * 1.5); // here\n}\n',
  ),
  cpp(
    'alloc_size_overflow',
    'a factor that is an object of a class',
    '#include <stdlib.h>\nstruct N { int n; operator size_t() const; };\nsize_t operator*(N, size_t);\nvoid *f(N n) {\n  return malloc(n * sizeof(int)); // here\n}\n',
  ),
];
