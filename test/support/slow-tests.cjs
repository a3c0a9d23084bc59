/**
 * What takes longest, the longest first, by the time that each took on two quiet cores. A
 * long file that begins last would leave all cores but one with nothing to do.
 */
const SLOW_TESTS = [
  ...['app', 'life-of-a-migration', 'life-of-a-pull-request', 'equivalence/returned-memory'],
  ...['equivalence/generics', 'equivalence/parts', 'equivalence/check-equivalence'],
  ...['security/scan/hard-files', 'security/reproduce/reproducer', 'equivalence/wide-integers'],
  ...['security/triage/reproduce', 'equivalence/inputs/tricky', 'migration/link/link-project'],
  ...['cli/migrate/scan', 'security/scan/analysis-cache', 'equivalence/files'],
  ...['equivalence/callbacks', 'cli/migrate/full-disk', 'cli/migrate/run'],
  ...['action/review/scan-workspace', 'github/publication-plan/publication-plan-of'],
  ...['cli/migrate/faults', 'equivalence/streams', 'equivalence/plan/process-effects'],
  ...['github/migrate/jobs/link-queue', 'equivalence/objects', 'github/instructions/propose-fix'],
];

module.exports = { SLOW_TESTS };
