import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { DEFAULT_CONFIG } from '../../../src/migration/artifacts/config.ts';
import { parseTypesAnswer } from '../../../src/migration/layout/types-answer.ts';
import { scanProject } from '../../../src/migration/scan/scan-project.ts';
import { type CTypeSource, cTypesOf } from '../../../src/migration/steps/c-types.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const CRATE = new Map([
  ['src/lib.rs', 'pub mod item;\n'],
  ['src/item.rs', ''],
]);

withClang('an answer about types', () => {
  let types: readonly CTypeSource[];
  beforeAll(async () => {
    const root = temporaryFolder({
      'item.c': `typedef struct s_item { int size; int room; char *text; } item_t;
typedef item_t *item_p;
typedef item_t entry_t;
enum kind { NONE, SOME };
struct pair {
  int a, b;
  /* Where it is used. */
  struct inner { char *bytes; int n; } in;
};
int f(entry_t *i, enum kind k, struct pair *p) { return i->size + (int)k + p->a; }
`,
    });
    const config = { ...DEFAULT_CONFIG, root_symbols: [] };
    const scan = await scanProject(root, { ...clangHere(), config, now: new Date(0) });
    expect(scan.problems).toEqual([]);
    types = cTypesOf(scan, (file) => readFileSync(join(root, file), 'utf8'));
  });

  function parse(entries: readonly object[], code = '') {
    const content = `<TYPES>${JSON.stringify(entries)}</TYPES>\n${code}`;
    const usage = { input: 1, cached: 0, output: 1, estimated: false };
    const rest = { toolCalls: [], model: 'm', usage, source: 'provider', repairs: [] } as const;
    return parseTypesAnswer({ content, finish: 'stop', ...rest }, types, CRATE);
  }

  test.each(['struct s_item', 'item_t', 'entry_t', 's_item'])(
    'may call a record %s where C does',
    (name) => {
      const parsed = parse([
        { c: 'struct pair', owner: 'none' },
        { c: name, owner: 'none', fields: { text: { length: 'size' } } },
        { c: 'kind', owner: 'none' },
      ]);
      expect(parsed).toMatchObject({
        ok: true,
        value: { types: [{ c: 'struct pair' }, { c: 'struct s_item' }, { c: 'enum kind' }] },
      });
    },
  );

  test('may tell the fields of a record that is defined within another one', () => {
    const parsed = parse([
      { c: 'struct pair', owner: 'none' },
      { c: 'struct s_item', owner: 'none' },
      { c: 'kind', owner: 'none' },
      { c: 'struct inner', owner: 'of a pair', fields: { bytes: { length: 'n' } } },
    ]);
    expect(parsed).toMatchObject({ ok: true });
  });

  test('is refused for all that is wrong with it at once', () => {
    const parsed = parse(
      [
        { c: 'item_p', owner: 'a pointer is another type' },
        { c: 'kind', rust: 'item::Kind' },
        { c: 'item_t', rust: 'item::Item', fields: { text: { room: '80' }, size: { rust: 1 } } },
      ],
      '<CODE file="src/other.rs">pub enum Kind { A }</CODE>',
    );
    expect(parsed.ok || parsed.problem.split('\n')).toEqual([
      'there is no entry for struct pair',
      'item_p is none of the types to lay out',
      expect.stringContaining('fields of struct s_item: at records.struct s_item.text.room'),
      expect.stringContaining('fields of struct s_item: at records.struct s_item.size'),
      'src/other.rs is none of src/item.rs',
    ]);
  });
});
