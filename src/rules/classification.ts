/** Severities from the worst down. */
export const SEVERITIES = ['high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a rule is about; reports group by it, in this order. */
export const CATEGORIES = [
  'bounds',
  'memory',
  'integer',
  'error_handling',
  'concurrency',
  'input',
  'crypto',
  'permissions',
  'resource',
  'cpp',
  'unsafe_rust',
  'ffi',
  /** What another scanner reports and no rule of ours is about. */
  'other',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** How often a hit of the rule is a real defect, as SARIF names it. */
export type Precision = 'very-high' | 'high' | 'medium' | 'low';
