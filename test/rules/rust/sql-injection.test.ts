import { expect, test } from '@jest/globals';
import { analyseRustFile } from '../../../src/code/rust/transfer/analyse-file.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { RUST_RULES } from '../../../src/rules/rust/index.ts';
import { runRustRules } from '../../../src/rules/rust/run-rules.ts';

const parser = await loadGrammars().parser('rust');
const rules = RUST_RULES.filter(({ id }) => id === 'rust_sql_injection');

/** The lines with a finding. */
function foundIn(text: string): number[] {
  const hits = runRustRules(analyseRustFile(parseSyntax(parser, text), 'src/lib.rs'), rules);
  return hits.filter((hit) => hit.confidence >= 0.5).map((hit) => hit.location.line);
}

const built = (value: string) => `pub fn statement(name: &str, n: u32) -> String {
    let made = ${value};
    made
}
`;

test.each([
  [`format!("SELECT id FROM people WHERE name = '{name}'")`],
  [`format!("DELETE FROM people WHERE name = '{}'", name)`],
  [`"SELECT id FROM people WHERE name = '".to_string() + name`],
])('a statement that %s is put together here, and sent elsewhere', (value) => {
  expect(foundIn(built(value))).toEqual([2]);
});

test.each([
  ['format!("SELECT id FROM people WHERE id = {n}")'],
  ['format!("hello {name}")'],
  ['"SELECT id FROM people WHERE name = $1".to_string()'],
])('%s is none', (value) => {
  expect(foundIn(built(value))).toEqual([]);
});

test('what is sent here is found where it is sent, once', () => {
  const text = `async fn find(pool: &sqlx::PgPool, name: &str) -> Result<(), sqlx::Error> {
    let statement = format!("SELECT id FROM people WHERE name = '{name}'");
    sqlx::query(&statement).execute(pool).await?;
    Ok(())
}
`;
  expect(foundIn(text)).toEqual([3]);
});
