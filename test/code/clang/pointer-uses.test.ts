import { expect, test } from '@jest/globals';
import type { ClangCType } from '../../../src/code/clang/types.ts';
import { scanUnits } from '../../../src/migration/scan/scan-units.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SOURCE = `#include <stdint.h>
#include <string.h>
typedef struct { int mode; unsigned char *data; } Own;
typedef struct { Own own; unsigned short *halves; unsigned *words; } Shared;
void share(Shared *all) { unsigned *kept = all->words; all->halves = (unsigned short *)(kept + 1); all->own.data = 0; }
static unsigned word(const void *from) { return *(const uint32_t *)from; }
unsigned direct(char *buf, int at) { return ((uint16_t *)buf)[at] + *(uint64_t *)&buf[at]; }
unsigned kept(const void *from, int at) {
  const char *bytes, *moved = from;
  bytes = moved + at;
  bytes++;
  return *(const uint32_t *)(at ? bytes : moved);
}
unsigned passed(const char *buf, int *count) { *count = 1; return word(buf + 4); }
unsigned copied(const char *buf, int *words) {
  uint16_t half;
  memcpy(&half, buf, sizeof half);
  memcpy(words, buf, 4);
  return half;
}
unsigned field(Own *own) { return *(uint16_t *)own->data; }
void *open_own(void **out) { Own *own = 0; *out = own; return own; }
void *opened(void) { void *found = open_own(&found); return found; }
int plain(const char *text, void *context) { return text[0] + (context != 0) + (int)strlen(text); }
`;

function textOf(type: ClangCType): string {
  if (type.kind === 'pointer') return `${textOf(type.to)} *`;
  return type.kind === 'record' ? type.id : 'bits' in type ? `${type.bits}` : type.kind;
}

withClang('pointers of a function', () => {
  test('are followed as what it looks through them, and to whom it gives them', async () => {
    const { units } = await scanUnits(temporaryFolder({ 'a.c': SOURCE }), ['a.c'], clangHere());
    const functions = new Map(units[0]?.functions.map((f) => [f.name, f]));
    const views = (name: string) =>
      functions.get(name)?.views.map(({ of, as }) => `${of} as ${textOf(as)}`);
    const passes = (name: string) =>
      functions
        .get(name)
        ?.passes.map(({ of, callee, at }) => `${of} to ${callee} ${at ?? ''}`.trim());
    expect(views('direct')).toEqual(['buf as 16 *', 'buf as 64 *']);
    expect(views('kept')).toEqual(expect.arrayContaining(['from as 8 *', 'from as 32 *']));
    expect(views('passed')).toEqual(['buf as void *']);
    expect(passes('passed')).toEqual(['buf to word 0']);
    expect(views('copied')).toEqual(expect.arrayContaining(['buf as 16 *', 'buf as 32 *']));
    expect(views('copied')?.some((view) => /^words as (?!void)/.test(view))).toBe(false);
    expect(views('field')).toEqual(['Own.data as 16 *']);
    expect(views('open_own')).toEqual(['*out as Own *', 'return as Own *']);
    expect(passes('opened')).toEqual(['return to open_own']);
    expect(functions.get('share')?.shares).toEqual([
      { field: 'Shared.halves', with: 'Shared.words' },
    ]);
    expect(views('plain')?.filter((view) => !view.includes('void'))).toEqual([]);
  });
});
