import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { parseJsonLine } from '../../src/workspace/files/parse-json-line.ts';
import type { StrangerResult } from './result.ts';

const testsSchema = z.object({
  passed: z.number(),
  all: z.number(),
  problem: z.string().exactOptional(),
});

const resultSchema = z.object({
  name: z.string(),
  isGiven: z.boolean(),
  functions: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['compared', 'nothing to compare', 'not compared', 'blocked', 'waiting']),
      cases: z.number().exactOptional(),
      reason: z.string().exactOptional(),
      fault: z
        .enum(['ours', 'the answers', 'the interface', 'another function', 'not known'])
        .exactOptional(),
    }),
  ),
  stopped: z.string().exactOptional(),
  besideC: z.object({ written: z.number(), left: z.number() }).exactOptional(),
  calls: z.number(),
  tokens: z.number(),
  callsOfEach: z.array(z.number()),
  seconds: z.number(),
  crate: z
    .object({
      warnings: z.array(z.string()),
      unsafeLines: z.number(),
      lines: z.number(),
      tests: testsSchema,
      ownTests: testsSchema.exactOptional(),
    })
    .exactOptional(),
});

/** The results of projects that have come to their end, of a JSON Lines file; none without one. */
export function knownResults(file: string | undefined): readonly StrangerResult[] {
  if (file === undefined || !existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => parseJsonLine(line, resultSchema) ?? [])
    .filter(({ stopped }) => stopped === undefined);
}

/** Adds a result to a file, where one is named. */
export function keepResult(file: string | undefined, result: StrangerResult): void {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(result)}\n`);
}
