import { expect, test } from '@jest/globals';
import { openAppLog } from '../../src/telemetry/app-log.ts';

function logged(error: unknown): string {
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  openAppLog({ level: 'info', redact: (line) => line, destination: { write } }).error(error);
  return text;
}

test('a refusal is logged without the place that it was thrown at, and a defect with it', () => {
  const refusal = Object.assign(new Error('the signature is wrong'), { status: 400 });
  expect(logged(refusal)).toContain('"err":"Error: the signature is wrong"');
  const all = new AggregateError([refusal], 'all were refused');
  expect(logged(all)).toContain('"err":"AggregateError: all were refused"');
  const defect = new Error('a defect');
  expect(logged(defect)).toMatch(/"err":"Error: a defect\\n +at /);
  expect(logged(new AggregateError([refusal, defect], 'some'))).toMatch(/\\n +at /);
});
