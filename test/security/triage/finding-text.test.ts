import { expect, test } from '@jest/globals';
import { findingText } from '../../../src/security/triage/finding-text.ts';
import { candidate } from '../printers/example-report.ts';
import { derivation } from '../printers/triaged-report.ts';

const SCANNED = candidate({ gid: 1, id: 'C000001', pattern: 'boundary_funcs' });

test('an agent reads where a finding is and what the scan says of it', () => {
  const text = findingText(SCANNED);
  expect(text).toContain(`${SCANNED.file}:${SCANNED.line}`);
  expect(text).toContain(SCANNED.description);
});

test('what models have derived comes on top of it', () => {
  const derived = derivation('The name is long.');
  const examination = { kind: 'verified', ...derived, verification_notes: 'It holds.' } as const;
  const text = findingText({ ...SCANNED, examination });
  expect(text.startsWith(`${findingText(SCANNED)}\n\npreconditions:\nThe name is long.`)).toBe(
    true,
  );
  expect(text).toContain('- src/main.c:88 main: The name is long.\n- src/header.c:26 ');
  expect(text).toMatch(/consequences: The name is long\.\nsuggestion: The name is long\.$/);
});
