import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import * as z from 'zod';
import { ISOLATED_WORKER } from '../../action/own-files.ts';

const schema = z.object({ runs: z.object({ main: z.string() }) });

test('the isolated worker is started by the bundle that the Action runs', () => {
  const text = readFileSync(join(import.meta.dirname, '../../action.yml'), 'utf8');
  const { main } = schema.parse(parse(text)).runs;
  const [program = '', ...args] = ISOLATED_WORKER;
  expect(basename(program)).toBe(basename(main));
  expect(args).toEqual(['isolated-worker']);
});
