import type { Precision, Severity } from '../../rules/classification.ts';
import type { SarifResult, SarifRule } from './sarif-schema.ts';

/** What a scanner's own statements are worth on our scale; docs/import.md has the same tables. */
const BY_PRECISION: Readonly<Record<Precision, number>> = {
  'very-high': 0.9,
  high: 0.8,
  medium: 0.7,
  low: 0.45,
};
const BY_LEVEL = { error: 0.75, warning: 0.7, note: 0.45, none: 0.4 };
const CEILING = { error: 'high', warning: 'medium', note: 'low', none: 'low' } as const;

/** A remark, or a result that asks for a look, is below the confidence of a finding. */
const MAX_REMARK_CONFIDENCE = 0.45;

export interface Rating {
  readonly confidence: number;
  /** The worst severity that the candidate can have. */
  readonly ceiling: Severity;
  readonly precision: Precision;
}

/**
 * Confidence from the rule's precision, else from the result's rank, else from its level;
 * severity from `security-severity`, else from the level.
 */
export function rateResult(result: SarifResult, rule: SarifRule | undefined): Rating {
  const level = result.level ?? rule?.defaultConfiguration?.level ?? 'warning';
  const precision = result.properties?.precision ?? rule?.properties?.precision;
  const isRemark = level === 'note' || level === 'none' || (result.kind ?? 'fail') !== 'fail';
  const stated =
    precision === undefined ? (byRank(result.rank) ?? BY_LEVEL[level]) : BY_PRECISION[precision];
  const confidence = isRemark ? Math.min(stated, MAX_REMARK_CONFIDENCE) : stated;
  return {
    confidence,
    ceiling: bySecuritySeverity(result) ?? bySecuritySeverity(rule) ?? CEILING[level],
    precision: precision ?? (confidence >= BY_LEVEL.warning ? 'medium' : 'low'),
  };
}

/** SARIF's rank goes from 0 to 100; -1 is none. */
function byRank(rank: number | undefined): number | undefined {
  if (rank === undefined || rank < 0 || rank > 100) return undefined;
  return Math.round(40 + (rank * 55) / 100) / 100;
}

/** The bands that GitHub gives this number, which is one of CVSS. */
function bySecuritySeverity(from: SarifRule | SarifResult | undefined): Severity | undefined {
  const score = Number.parseFloat(String(from?.properties?.['security-severity'] ?? ''));
  if (!(score > 0)) return undefined;
  if (score >= 7) return 'high';
  return score >= 4 ? 'medium' : 'low';
}
