import { expect, test } from '@jest/globals';
import { messages } from '../../fakes/dialects/messages.ts';
import { responses } from '../../fakes/dialects/responses.ts';
import { billedModel, costLinesOf, type Turn } from '../../support/billed-model.ts';
import { readers } from '../../support/readers.ts';
import { servedReview } from '../../support/served-review.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const READ = { name: 'read_code', arguments: { ranges: [{ file: 'a.c', start: 1, end: 3 }] } };

/** An analyst that looks before it answers. */
function looking({ role, turn }: Turn) {
  if (role !== 'analyst' || turn > 0) return undefined;
  return { kind: 'answer' as const, calls: [READ] };
}

test.each([
  ['responses', responses],
  ['messages', messages],
] as const)(
  'a review asks its model through %s, tools and costs included',
  async (name, dialect) => {
    const server = await billedModel({}, looking, dialect);
    const tree = temporaryFolder({ 'a.c': readers(2) });
    const { run } = servedReview(tree, server, { interface: name, jsonSchema: true });
    const { report, stderr } = await run('--no-state', '--no-cache');
    expect(server.problems).toEqual([]);
    expect(report.candidates.map(({ examination }) => examination?.kind)).toEqual([
      ...['verified', 'verified'],
    ]);
    for (const line of costLinesOf(server.bills())) expect(stderr).toContain(line);
  },
);
