import { carriesText } from '../../code/rust/items/types.ts';
import type { AnalysedFunction } from '../../code/rust/state/analysed-function.ts';
import { describeTaint, type RustTaint } from '../../code/rust/state/taint.ts';
import type { RustValue } from '../../code/rust/state/value.ts';
import { quote, type ReportRustHit, type RustRule } from './rust-rule.ts';
import { queryArgument } from './support/sinks.ts';

/** A statement with its verb and the word that must follow it, so that prose does not count. */
const STATEMENT =
  /^\s*(?:select\b[\s\S]*\bfrom\b|insert\s+into\b|update\b[\s\S]*\bset\b|delete\s+from\b|drop\s+(?:table|database|index|view)\b|alter\s+table\b|create\s+(?:table|index|view|user)\b|truncate\s+table\b|replace\s+into\b|with\b[\s\S]*\bselect\b)/i;

export const sqlInjection: RustRule = {
  id: 'rust_sql_injection',
  title: 'SQL statement put together from text',
  category: 'input',
  cwe: [89],
  severity: 'high',
  precision: 'high',
  judgesValues: true,
  languages: ['rust'],
  help: 'A statement built with `format!` or `+` lets the source of the text change what the database does: read other rows, write, drop tables. Quoting by hand is not a defence.',
  suggestion:
    'Bind values as parameters (`$1`, `?`); choose table and column names from a fixed list.',
  examples: {
    bad: [
      `async fn find(pool: &sqlx::PgPool, name: &str) -> Result<(), sqlx::Error> {
    let statement = format!("SELECT id FROM people WHERE name = '{name}'");
    sqlx::query(&statement).execute(pool).await?; // defect
    Ok(())
}`,
    ],
    good: [
      `async fn find(pool: &sqlx::PgPool, name: &str) -> Result<(), sqlx::Error> {
    sqlx::query("SELECT id FROM people WHERE name = $1").bind(name).execute(pool).await?;
    Ok(())
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      const sent = new Set<RustTaint>();
      for (const call of analyzed.events.calls) {
        const at = queryArgument(call);
        const value = at === undefined ? undefined : call.arguments[at];
        if (value === undefined || value.constant || value.taint === undefined) continue;
        // An executor of tasks has a method of that name, too.
        if (value.type !== undefined && !carriesText(value.type)) continue;
        const looksLikeSql = STATEMENT.test(value.text ?? '');
        const surely = !call.isMethod || looksLikeSql;
        if (!surely && value.made !== 'format!' && value.taint.kind === 'parameter') continue;
        sent.add(value.taint);
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.argumentNodes[at ?? 0] ?? call.node)}\` is sent to the database, and ${describeTaint(value.taint)} is part of its text.`,
          confidence:
            value.taint.kind === 'parameter' ? (surely ? 0.78 : 0.5) : surely ? 0.92 : 0.7,
          taint: value.taint,
        });
      }
      builtStatements(analyzed, sent, report);
    }
  },
};

/** Statements that are put together here and sent elsewhere. */
function builtStatements(
  analyzed: AnalysedFunction,
  sent: ReadonlySet<RustTaint>,
  report: ReportRustHit,
): void {
  const { events } = analyzed;
  const consider = (node: { start: number; end: number }, value: RustValue): void => {
    const { taint } = value;
    if (taint === undefined || value.constant || !STATEMENT.test(value.text ?? '')) return;
    if (sent.has(taint) || events.calls.some((call) => usesIt(call.arguments, taint))) return;
    report({
      node,
      in: analyzed,
      message: `An SQL statement is put together here, and ${describeTaint(taint)} is part of its text.`,
      confidence: taint.kind === 'parameter' ? 0.65 : 0.8,
      taint,
    });
  };
  for (const macro of events.macros)
    if (macro.name === 'format') consider(macro.node, macro.result);
  for (const binding of events.bindings) {
    if (binding.initialiser?.type === 'binary_expression')
      consider(binding.initialiser, binding.initial);
  }
}

function usesIt(values: readonly RustValue[], taint: RustTaint): boolean {
  return values.some((value) => value.taint === taint && value.constant);
}
