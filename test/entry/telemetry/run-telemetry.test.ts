import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openTelemetry } from '../../../src/entry/telemetry/run-telemetry.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DONE = { verdict: 'done', functions: new Map([['verified', 1]]) } as const;

test('metrics that cannot be written in the end are told as lost, and end nothing', async () => {
  const folder = join(temporaryFolder(), 'metrics');
  mkdirSync(folder);
  const metricsFile = join(folder, 'run.prom');
  const warnings: string[] = [];
  const telemetry = await openTelemetry('migrate', { metricsFile }, (line) => warnings.push(line));
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'no folder any more');
  await telemetry.end(DONE);
  expect(warnings).toEqual([
    expect.stringMatching(`^the metrics are lost: cannot write ${metricsFile}: .`),
  ]);
});
