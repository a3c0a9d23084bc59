import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { triageCluster } from '../../../src/security/triage/triage-cluster.ts';
import { modelServer } from '../../fakes/model-server.ts';
import type { ModelServer } from '../../fakes/open-model-server.ts';
import { askedOf, reviewingModel } from '../../fakes/reviewing-model.ts';
import { scriptedModel } from '../../fakes/scripted-model.ts';
import { candidate } from '../../support/candidates.ts';
import { COPY_PROGRAM } from '../../support/copy-program.ts';
import { scannedTree, stageDeps } from '../../support/scanned-tree.ts';
import { servedReview } from '../../support/served-review.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const OPTIONS = ['--concurrency', '1', '--fail-on', 'none', '--discover-limit', '0', '--no-cache'];

/** A file whose one function reads a line of any length, and hands it to `keep`. */
function reader(name: string): string {
  return `void keep(char *line);\nvoid ${name}(void)\n{\n    char line[16];\n    gets(line);\n    keep(line);\n}\n`;
}

const KEEP = 'static char *kept;\nvoid keep(char *line)\n{\n    kept = line;\n}\n';
const REMARK = 'keeps the pointer and not the text';

/** A model whose analyst has learnt something of `keep` whenever it is asked. */
async function learningModel() {
  const answer = reviewingModel();
  return await modelServer(({ messages }) => {
    const content = answer(messages);
    const learnt = JSON.stringify([{ function: 'keep', remark: REMARK }]);
    const isAnalyst = askedOf(messages).role === 'analyst';
    return {
      kind: 'answer',
      content: isAnalyst ? content.replace('"gid": 1,', `"gid": 1, "learnt": ${learnt},`) : content,
    };
  });
}

/** Of each question of an analyst: which file it is about, and what it was told of before. */
function told({ requests }: ModelServer) {
  return requests.flatMap(({ messages }) => {
    const { role, candidates } = askedOf(messages);
    const [, , remarks = ''] =
      /<(data-[0-9a-f]{12}) is="remarks">\n([\s\S]*?)\n<\/\1>/.exec(messages[1]?.content ?? '') ??
      [];
    return role === 'analyst' ? [[candidates[0]?.file, remarks]] : [];
  });
}

const savedSchema = z.looseObject({ content: z.string(), about: z.string(), seal: z.string() });

describe('what an analyst has learnt of a function', () => {
  test('is told to later groups that see it, unasked, and to later runs until it changes', async () => {
    const root = temporaryFolder({ 'a.c': reader('one'), 'b.c': reader('two'), 'keep.c': KEEP });
    const server = await learningModel();
    const review = servedReview(root, server);
    await review.run(...OPTIONS);
    expect(told(server)).toEqual([
      ['a.c', ''],
      ['b.c', `- keep: ${REMARK}`],
    ]);
    const others = server.requests.filter(({ messages }) => askedOf(messages).role !== 'analyst');
    expect(others.length).toBeGreaterThan(1);
    expect(JSON.stringify(others)).not.toContain(REMARK);
    const [saved = ''] = readFileSync(join(root, '.rustward/memory/records.jsonl'), 'utf8').split(
      '\n',
    );
    expect(savedSchema.parse(JSON.parse(saved)).content).toBe(REMARK);

    // The same is asked once: what is remembered makes no result stale.
    const asked = server.requests.length;
    await review.run(...OPTIONS);
    expect(server.requests.length).toBe(asked);

    // Another file, and the function stands elsewhere: it is the same code.
    writeFileSync(join(root, 'c.c'), reader('three'));
    writeFileSync(join(root, 'keep.c'), `int first;\n\n${KEEP}`);
    await review.run(...OPTIONS);
    const [file, remarks = ''] = told(server).at(-1) ?? [];
    expect([file, remarks.split('\n')]).toEqual([
      'c.c',
      [
        `- keep: ${REMARK}`,
        // By then two others of the rule were settled, in functions that are as they were.
        expect.stringMatching(/^- What settled one of the same kind here: .* at a\.c:5 in one: /),
        expect.stringMatching(/^- What settled one of the same kind here: .* at b\.c:5 in two: /),
      ],
    ]);

    writeFileSync(join(root, 'd.c'), reader('four'));
    writeFileSync(join(root, 'keep.c'), KEEP.replace('kept = line', 'kept = line + 1'));
    await review.run(...OPTIONS);
    expect(told(server).filter(([file]) => file === 'd.c')).toEqual([['d.c', expect.anything()]]);
    // All of them show it, and are asked anew. What was learnt of it is of other code.
    const again = told(server).slice(-4);
    expect(again[0]).toEqual(['a.c', expect.not.stringContaining(REMARK)]);
  });

  test('is not believed unasked where it came with the tree', async () => {
    const first = temporaryFolder({ 'a.c': reader('one'), 'keep.c': KEEP });
    const server = await learningModel();
    await servedReview(first, server).run(...OPTIONS);
    const records = readFileSync(join(first, '.rustward/memory/records.jsonl'), 'utf8');
    // The home of this user is another one, and so is the key.
    const root = temporaryFolder({
      ...{ 'a.c': reader('one'), 'keep.c': KEEP, '.rustward/memory/records.jsonl': records },
    });
    await servedReview(root, server).run(...OPTIONS);
    expect(told(server)).toEqual([
      ['a.c', ''],
      ['a.c', ''],
    ]);
  });
});

test('an answer that was told of something is not kept for other trees', async () => {
  const { index } = await scannedTree({ 'a.c': COPY_PROGRAM });
  const one = candidate({ gid: 1, file: 'a.c', line: 4, end_line: 4, function: 'copy', trace: [] });
  const cluster = {
    ...{ cluster_id: 'a.c|0|0', file: 'a.c', batch_index: 0, cluster_index: 0, gids: [1] },
    ...{ verification: 'v', is_invalid: false, invalid_reason: '' },
  };
  const kept: string[] = [];
  const examine = async (remarks: readonly string[]) => {
    const model = scriptedModel([
      `<REPORT>[{"gid": 1, "has_risk": false, "reason": "bounded",
        "callers": [{"function": "main", "reaches": false, "why": "bounded"}]}]</REPORT>`,
    ]);
    const resultCache = {
      keyOf: () => Promise.resolve('key'),
      get: () => undefined,
      put: (key: string) => Promise.resolve(void kept.push(key)),
    };
    const deps = { ...stageDeps(index, model), resultCache, recall: () => remarks };
    await triageCluster({ cluster, candidates: [one] }, true, deps);
  };
  await examine(['- copy: has one caller']);
  expect(kept).toEqual([]);
  await examine([]);
  expect(kept).toEqual(['key']);
});
