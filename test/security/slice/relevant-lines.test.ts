import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { relevantLines } from '../../../src/security/slice/relevant-lines.ts';

const grammars = loadGrammars();

/** The lines that are kept of a function, by their text; the focus is marked with HERE. */
async function kept(code: string, depth: 'place' | 'caller' = 'place'): Promise<string[]> {
  const tree = await grammars.tree('c', code);
  const lines = code.split('\n');
  const focus = lines.findIndex((line) => line.includes('HERE')) + 1;
  const range = { line: 1, endLine: lines.length };
  return relevantLines(tree, range, [focus], { depth }).map((line) =>
    (lines[line - 1] ?? '').trim(),
  );
}

test('a line between statements uses nothing of the block around it', async () => {
  const lines = await kept(`void f(int a, int b)
{
    int n = a;
    int m = b;
    use(n);
    // HERE
    use(m);
}`);
  expect(lines).not.toContain('int n = a;');
  expect(lines).not.toContain('int m = b;');
});

test('variables of lines that a change took away count as used', async () => {
  const code = 'void f(int a)\n{\n    int n = a;\n    int m = 2;\n\n    use(m);\n}';
  const tree = await grammars.tree('c', code);
  const lines = (names: string[]) => relevantLines(tree, { line: 1, endLine: 7 }, [5], { names });
  expect(lines(['n'])).toContain(3);
  expect(lines(['n'])).not.toContain(4);
  expect(lines([])).not.toContain(3);
});

const BRANCHES = (before: string) => `void f(struct app *app, int kind)
{
    struct server *s;
    ${before}
    if (kind == 1) {
        s = first(app);
        app->text = "one";
    } else if (kind == 2) {
        s = second(app);
        app->text = "two";
    } else {
        s = third(app);
        finish(s, app->text); // HERE
    }
}`;

test('what another branch of the same condition sets does not get here, but in the next turn of a loop', async () => {
  const lines = await kept(BRANCHES(''));
  expect(lines).toContain('s = third(app);');
  expect(lines).not.toContain('s = first(app);');
  expect(lines).not.toContain('app->text = "two";');
  const inLoop = await kept(BRANCHES('while (kind--)'));
  expect(inLoop).toContain('app->text = "two";');
});

const COPY = `int copy(struct s *in, char *out, int max)
{
    int n = in->length;
    int unrelated = 7;
    char *from = in->data;
    log_it(unrelated);
    unrelated += 2;
    if (max < 0)
        return -1;
    if (n > max)
        fail("too long");
    if (unrelated > 3)
        log_it(3);
    while (unrelated-- > 0) {
        log_it(1);
    }
    memcpy(out, from, n); // HERE
    return unrelated;
}`;

test('kept are what sets the operands, checks that leave and checks of the operands', async () => {
  const lines = await kept(COPY);
  expect(lines).toEqual([
    'int copy(struct s *in, char *out, int max)',
    '{',
    'int n = in->length;',
    'char *from = in->data;',
    'if (max < 0)',
    'return -1;',
    'if (n > max)',
    'fail("too long");',
    'memcpy(out, from, n); // HERE',
  ]);
});

test('conditions around the place are kept, and what they test', async () => {
  const lines = await kept(`void f(int mode)
{
    int open = mode & 1;
    int other = 3;
    for (int i = 0; i < 4; i++) {
        if (open) {
            other++;
            use(i); // HERE
        }
    }
}`);
  expect(lines).toEqual([
    'void f(int mode)',
    '{',
    'int open = mode & 1;',
    'for (int i = 0; i < 4; i++) {',
    'if (open) {',
    'use(i); // HERE',
  ]);
});

test('what leaves a loop before the value is set is kept', async () => {
  const lines = await kept(`int f(int fd)
{
    int restore;
    int other = 1;
    while (more(fd)) {
        if (closed(fd))
            break;
        other = 2;
        restore = 1;
        step(fd);
    }
    use(restore); // HERE
    return other;
}`);
  expect(lines).toEqual([
    'int f(int fd)',
    '{',
    'int restore;',
    'while (more(fd)) {',
    'if (closed(fd))',
    'break;',
    'restore = 1;',
    'use(restore); // HERE',
  ]);
});

test('where a jump in focus leads is kept', async () => {
  const lines = await kept(`int f(char *a)
{
    char *b = copy(a);
    if (!b)
        goto error; // HERE
    use(b);
    log_it(1);
    return 0;
error:
    free(a);
    release(a);
    return -1;
}`);
  expect(lines.slice(-4)).toEqual(['free(a);', 'release(a);', 'return -1;', '}']);
  expect(lines).toContain('error:');
  expect(lines).not.toContain('log_it(1);');
});

test('a field is told from the object it is in', async () => {
  const lines = await kept(`void f(struct s *s)
{
    s->first = 1;
    s->second = 2;
    use(s->second); // HERE
}`);
  expect(lines).toContain('s->second = 2;');
  expect(lines).not.toContain('s->first = 1;');
});

test('what a call may write through a pointer counts for the place, less for a caller', async () => {
  const code = `void f(void)
{
    char buffer[10];
    int n;
    fill(buffer);
    read_number(&n);
    use(buffer, n); // HERE
}`;
  expect(await kept(code)).toContain('fill(buffer);');
  const atCall = await kept(code, 'caller');
  expect(atCall).not.toContain('fill(buffer);');
  expect(atCall).toContain('read_number(&n);');
});

test('any focus gives ascending lines of the function, the focus and the head among them', async () => {
  const tree = await grammars.tree('c', COPY);
  const end = COPY.split('\n').length;
  const lines = fc.array(fc.integer({ min: 1, max: end }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(lines, (focus) => {
      const found = relevantLines(tree, { line: 1, endLine: end }, focus);
      expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
      expect(found).toEqual(expect.arrayContaining([1, ...focus]));
      expect(found.every((line) => line >= 1 && line <= end)).toBe(true);
    }),
  );
});

test('text that is no code does not stop it', async () => {
  const tree = await grammars.tree('c', '}}} if (((\n#if 0\nint f( { ');
  expect(relevantLines(tree, { line: 1, endLine: 3 }, [2])).toContain(2);
});
