import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { definitionsIn } from '../../../src/security/slice/file-definitions.ts';

async function defined(text: string) {
  const tree = await loadGrammars().tree('c', text);
  return definitionsIn(tree).map(({ names, line, endLine }) => [names.join(' '), line, endLine]);
}

test('a declaration behind a macro declares its name, and never its type or the macro', async () => {
  const text = `EXTERN char_u *p_first;
EXTERN int second;
EXTERN long third // a comment
#ifdef SET
= 24L
#endif
;
EXTERN char fourth[] INIT(= N_("text"));
PUBVAR const char *fifth;
extern PER_THREAD struct timeval sixth;
static int plain, *other = 0;
`;
  expect(await defined(text)).toEqual([
    ['p_first', 1, 1],
    ['second', 2, 2],
    ['third', 3, 7],
    ['fourth', 8, 8],
    ['fifth', 9, 9],
    ['sixth', 10, 10],
    ['plain other', 11, 11],
  ]);
});

test('a prototype or a function behind macros defines nothing', async () => {
  const text = `PUBFUN int CALL
    save(node *n);
PUBFUN void CALL release (void *p);
API const char *CALLED version(void);
API codec_t* CALLED create(FORMAT format);
LIBRARY struct archive *archive_new(void);
REGPARM static inline struct timeval *now(struct timeval *tv)
{
  return tv;
}
`;
  expect(await defined(text)).toEqual([]);
});

test('of a header that the parser cannot make out as a whole, what it does make out is defined', async () => {
  const text = `/* a server */
#ifndef SERVER_H
#define SERVER_H
#define ROOM 8
struct size {
    int a;
};
#ifdef SMALL
struct server {
#else
struct server_of_pool {
#endif
    int port;
};
#endif
`;
  expect(await defined(text)).toEqual(
    expect.arrayContaining([
      ['ROOM', 4, 4],
      ['size', 5, 7],
    ]),
  );
});
