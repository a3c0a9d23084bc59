import { expect, test } from '@jest/globals';
import type { ClangCType } from '../../../src/code/clang/types.ts';
import { scanUnits } from '../../../src/migration/scan/scan-units.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SOURCE = `
typedef char Letter;
typedef unsigned char Byte;
typedef Byte Bytes[4];
enum small { A, B = 200 };
enum negative { MINUS = -1, FAR = 0x7fffffffffffLL };
enum __attribute__((packed)) packed { P = 300 };
typedef int Handler(const char *, unsigned long);
typedef struct list { struct list *next; Handler *handler; } list;
struct hidden;

char plain; signed char tiny; Letter letter; Byte byte; Bytes bytes; short s; unsigned long ul;
long double ld; float f; _Bool flag; const char *text; char *const fixed; const Bytes table;
enum small small; enum negative negative; enum packed packed; list *head; struct hidden *opaque;
Handler *handlers[2]; int (*(*deep)(int))[3]; void *anything;
#ifdef __SIZEOF_INT128__
unsigned __int128 wide;
#endif
int inner(void) { struct list { char other; }; static struct list shadow; return shadow.other; }
`;

async function typesOf(...flags: string[]) {
  const database = [{ directory: '/p', file: 'a.c', arguments: ['cc', ...flags, 'a.c'] }];
  const files = { 'a.c': SOURCE, 'compile_commands.json': JSON.stringify(database) };
  const { units, problems } = await scanUnits(temporaryFolder(files), ['a.c'], clangHere());
  expect(problems).toEqual([]);
  const [unit] = units;
  const types = new Map(unit?.globals.map(({ name, type, isConst }) => [name, { type, isConst }]));
  const type = (name: string) => types.get(name)?.type;
  return { unit, type, isConst: (name: string) => types.get(name)?.isConst };
}

function integer(bits: 8 | 16 | 32 | 64 | 128, signed: boolean, isCharacter = false): ClangCType {
  return { kind: 'integer', bits, signed, isCharacter };
}

withClang('types on the target', () => {
  test('of the machine', async () => {
    const { unit, type, isConst } = await typesOf();
    const to = (type: ClangCType, isConst = false) => ({ kind: 'pointer', to: type, isConst });
    expect(type('plain')).toEqual(integer(8, true, true));
    expect(type('tiny')).toEqual(integer(8, true, true));
    expect(type('letter')).toEqual(integer(8, true, true));
    expect(type('byte')).toEqual(integer(8, false));
    expect(type('bytes')).toEqual({ kind: 'array', of: integer(8, false), length: 4 });
    expect([type('s'), type('ul')]).toEqual([integer(16, true), integer(64, false)]);
    expect([type('ld'), type('f')]).toEqual([
      { kind: 'float', bits: 80 },
      { kind: 'float', bits: 32 },
    ]);
    expect([type('flag'), type('wide')]).toEqual([{ kind: 'boolean' }, integer(128, false)]);
    expect(type('text')).toEqual(to(integer(8, true, true), true));
    expect(['text', 'fixed', 'table'].map(isConst)).toEqual([false, true, true]);
    expect(type('small')).toMatchObject({ bits: 32, signed: false });
    expect(type('negative')).toMatchObject({
      ...{ bits: 64, signed: true },
      constants: [
        { name: 'MINUS', value: -1n },
        { name: 'FAR', value: 0x7fffffffffffn },
      ],
    });
    expect(type('packed')).toMatchObject({ bits: 16, signed: false });
    expect(type('anything')).toEqual(to({ kind: 'void' }));
    const handler: ClangCType = {
      kind: 'function',
      returns: integer(32, true),
      params: [{ kind: 'pointer', to: integer(8, true, true), isConst: true }, integer(64, false)],
      isVariadic: false,
    };
    expect(type('handlers')).toEqual({ kind: 'array', of: to(handler), length: 2 });
    expect(type('deep')).toEqual(
      to({
        kind: 'function',
        returns: {
          kind: 'pointer',
          to: { kind: 'array', of: integer(32, true), length: 3 },
          isConst: false,
        },
        params: [integer(32, true)],
        isVariadic: false,
      }),
    );
    expect(type('head')).toEqual(to({ kind: 'record', id: 'struct list' }));
    expect(unit?.records.get('struct hidden')?.fields).toBeUndefined();
    const shadow = type('shadow');
    const fields = shadow?.kind === 'record' ? unit?.records.get(shadow.id)?.fields : [];
    expect(fields).toEqual([{ name: 'other', spelled: 'char', type: integer(8, true, true) }]);
    expect(unit?.records.get('struct list')?.fields).toHaveLength(2);
  });

  test('of another one, as flags choose', async () => {
    const { type } = await typesOf(
      '-m32',
      '-funsigned-char',
      '-U__SIZEOF_INT128__',
      '-fshort-enums',
    );
    expect(type('ul')).toEqual(integer(32, false));
    expect(type('plain')).toEqual(integer(8, false, true));
    expect(type('small')).toMatchObject({ bits: 8, signed: false });
  });
});
