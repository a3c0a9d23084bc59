import { childOf, descendants, type SyntaxNode } from '../../code/syntax/syntax.ts';
import type { CRule } from './c-rule.ts';

export const misleadingIndentation: CRule = {
  id: 'misleading_indentation',
  title: 'A statement looks as if a condition guarded it',
  category: 'error_handling',
  cwe: [483],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: 'Without braces only the first statement belongs to the `if`. A second one at the same indentation runs whatever the condition says: a doubled `goto fail` skips the check behind it, and a `return` makes the rest of the function dead. A `;` right behind the condition guards nothing at all.',
  suggestion: 'Put braces around what the condition guards.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `int update(void *state, const void *from, int size);
int verify(void *state);
int check(void *state, const void *a, const void *b) {
  int status;
  if ((status = update(state, a, 32)) != 0)
    goto end;
  if ((status = update(state, b, 32)) != 0)
    goto end;
    goto end; // defect
  status = verify(state);
end:
  return status;
}
int allowed(int is_owner) {
  if (!is_owner);
    return 0; // defect
  return 1;
}`,
    ],
    good: [
      `int update(void *state, const void *from, int size);
int check(void *state, const void *a) {
  int status;
  if ((status = update(state, a, 32)) != 0)
    goto end;
  if (status < 0) return 1; else
    status = 1;
  while (update(state, a, 1) == 0);
  if (status > 3)
    ;
  else {
    status = 2;
  }
end:
  return status;
}`,
    ],
  },
  inspect({ tree }, report) {
    for (const node of descendants(tree.root)) {
      if (node.type !== 'if_statement' || childOf(node, 'alternative') !== undefined) continue;
      const guarded = childOf(node, 'consequence');
      const next = guarded && followerOf(node);
      if (guarded === undefined || next === undefined) continue;
      const own = indentation(tree.text, node.start);
      const after = indentation(tree.text, next.start);
      if (own === undefined || after === undefined || after.length <= own.length) continue;
      const isEmpty = tree.textOf(guarded).trim() === ';';
      const between = tree.text.slice(node.start, guarded.start);
      // A macro or a directive may stand for what is not seen.
      if (/^\s*#/m.test(tree.text.slice(node.start, next.start))) continue;
      const isMisleading = isEmpty
        ? !between.includes('\n')
        : guarded.type !== 'compound_statement' && after === indentation(tree.text, guarded.start);
      if (!isMisleading) continue;
      report(next, 'this runs whatever the condition above says, though it stands under it', {
        confidence: 0.8,
      });
    }
  },
};

/** The statement behind another in the same block. */
function followerOf(node: SyntaxNode): SyntaxNode | undefined {
  const siblings = node.parent?.type === 'compound_statement' ? node.parent.children : [];
  return siblings.filter(({ named }) => named)[
    siblings.filter(({ named }) => named).indexOf(node) + 1
  ];
}

/** The space before a place, where nothing else stands before it on its line. */
function indentation(text: string, at: number): string | undefined {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*$/.test(line) ? line : undefined;
}
