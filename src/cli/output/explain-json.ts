import { RULES } from '../../rules/index.ts';
import { derivedPath } from '../../security/report/triage-view.ts';
import type { Explanation } from './explain-text.ts';
import { jsonText } from './json-text.ts';

/**
 * All that is known of one candidate, for programs: the keys of a candidate in the JSON report, its rule, the ways
 * of calls, and the source lines of the steps.
 */
export function explainJson({
  candidate,
  ways,
  lineAt,
  whyUnexamined,
  remarks,
}: Explanation): string {
  const rule = RULES.find(({ id }) => id === candidate.pattern);
  const { examination } = candidate;
  const derived =
    examination !== undefined && 'trigger_path' in examination ? derivedPath(examination) : [];
  const places = [...candidate.trace, ...derived];
  const lines = new Map<string, { file: string; line: number; text: string }>();
  for (const { file, line } of places) {
    const text = lineAt(file, line);
    if (text !== undefined) lines.set(`${file}:${line}`, { file, line, text });
  }
  return jsonText({
    candidate: { ...candidate, ...(ways === undefined ? {} : { call_paths: ways }) },
    ...(rule === undefined ? {} : { rule: { title: rule.title, help: rule.help.trim() } }),
    source_lines: [...lines.values()],
    remarks: [...(examination === undefined ? [whyUnexamined] : []), ...remarks],
  });
}
