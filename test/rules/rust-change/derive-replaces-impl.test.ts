import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runRustChangeRules } from '../../../src/rules/rust-change/run-rust-change-rules.ts';
import { versionsOf } from '../../support/change-versions.ts';

const parser = await loadGrammars().parser('rust');

/** What is said of a change that derives a trait in place of an implementation by hand. */
function said(trait: string, { field = 'size: usize', body = 'todo()', more = '' }: Given = {}) {
  const { base, head } = versionsOf(`+#[derive(${trait})]
 pub struct Name {
     ${field},
 }
-impl ${trait} for Name {
-    fn it() { ${body} }
-}
 ${more}`);
  const hits = runRustChangeRules(parseSyntax(parser, base), parseSyntax(parser, head), 'src/a.rs');
  return hits.filter(({ rule }) => rule === 'derive_replaces_impl').map(({ message }) => message);
}

interface Given {
  readonly field?: string;
  readonly body?: string;
  readonly more?: string;
}

const CHECK = 'if n > 9 { return Err(e); }';
const UNSAFE = 'fn at() { unsafe { look() } }';
const end = (trait: string, why: string) => [
  `${trait} of Name was written by hand before the change, and is derived now${why}.`,
];

test.each<[string, Given, string]>([
  ['Clone', { field: 'at: *const u8' }, ', which copies the pointer in at'],
  ['Clone', { field: 'at: *mut u8', more: UNSAFE }, ', which copies the pointer in at'],
  ['Clone', { field: 'at: NonNull<u8>' }, ', which copies the pointer in at'],
  ['Deserialize', { body: CHECK }, ', which checks nothing'],
  ['Deserialize', { body: CHECK, more: UNSAFE }, ', which checks nothing'],
  ['Deserialize', { body: 'Err(e)' }, ', which checks nothing'],
  ['Deserialize', { body: 'x.ok_or(e)' }, ', which checks nothing'],
  ['Deserialize', { body: 'D::Error::custom("no")' }, ', which checks nothing'],
  ['Clone', { more: UNSAFE }, ', and unsafe code in the file relies on what the fields promise'],
  [
    'Clone',
    { body: CHECK, more: UNSAFE },
    ', and unsafe code in the file relies on what the fields promise',
  ],
])('%s with %j', (trait, given, why) => {
  expect(said(trait, given)).toEqual(end(trait, why));
});

test.each<[string, Given]>([
  ['Clone', {}],
  ['Clone', { body: CHECK }],
  ['Deserialize', {}],
  ['Debug', { field: 'at: *const u8' }],
])('nothing of %s with %j', (trait, given) => {
  expect(said(trait, given)).toEqual([]);
});
