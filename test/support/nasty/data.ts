import { lines, randomFrom } from './random.ts';

/** A table of as many numbers and one of as many texts. */
export function hugeInitialiser(size: number): string {
  return `int numbers[] = {\n${lines(size / 2, (index) => `  ${index * 7},`)}\n};\nconst char *texts[] = {\n${lines(size / 2, (index) => `  "text ${index}",`)}\n};\nint f(int i) { return numbers[i] + texts[i][0]; }\n`;
}

/** The same within a function, of records. */
export function localInitialiser(size: number): string {
  return `struct pair { int a; const char *b; };\nint f(int i) {\n  struct pair table[] = {\n${lines(size, (index) => `    { ${index}, "text ${index}" },`)}\n  };\n  return table[i].a;\n}\n`;
}

/** Records and unions of as many fields, some of them records themselves. */
export function hugeStruct(size: number): string {
  const field = (index: number): string => {
    if (index % 10 === 9) return `  union { int u${index}; char *w${index}; } x${index};`;
    return `  ${index % 2 === 0 ? 'int' : 'char *'} f${index};`;
  };
  const uses = lines(size, (index) =>
    index % 10 === 9 ? `  s->x${index}.u${index} = n;` : `  s->f${index} = t.f${index};`,
  );
  return `struct big {\n${lines(size, field)}\n};\nvoid f(struct big *s, int n) {\n  struct big t = *s;\n${uses}\n  *s = t;\n}\n`;
}

/** Records in records, as deep as asked for. */
export function nestedStructs(size: number): string {
  return `struct s0 { int v; char *p; };\n${lines(size, (index) => `struct s${index + 1} { struct s${index} a, b; };`)}\nint f(struct s${size} *s) { struct s${size} t = *s; return t${'.a'.repeat(size)}.v; }\n`;
}

/** A list that is walked as many steps in one expression. */
export function longMemberChain(size: number): string {
  return `struct node { struct node *next; int v; };\nint f(struct node *n) { return n${'->next'.repeat(size)}->v; }\n`;
}

/** Pointers that may all point to the same, and arrays of pointers to them. */
export function pointerSoup(size: number): string {
  const random = randomFrom(6);
  const line = (index: number): string => {
    const [a, b] = [random.below(size), random.below(size)];
    return `    ${random.pick([
      `p${a} = p${b};`,
      `p${a} = &x${b};`,
      `*p${a} = *p${b} + ${index};`,
      `table[i % ${size}] = p${a};`,
      `p${a} = table[${b}];`,
      `q = &p${a}; *q = p${b};`,
      `if (p${a} == p${b}) **deep[i % 4] = 1;`,
      `deep[${random.below(4)}] = &table[${b}];`,
    ])}`;
  };
  return `void f(int n) {\n${lines(size, (index) => `  int x${index} = 0, *p${index} = &x${index};`)}\n  int *table[${size}] = {0}, **deep[4] = {0}, **q;\n  for (int i = 0; i < n; i++) {\n${lines(size * 4, line)}\n  }\n}\n`;
}
