import { byBytes } from '../../workspace/files/byte-order.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import type { TriageResult } from '../candidates/triage-result.ts';
import { causeLine } from '../discover/cause-line.ts';
import type { Claim } from '../discover/claim.ts';
import { placedClaim, placeProblem } from '../discover/claim-place.ts';
import { draftClaim, sentence, type WeaknessClasses } from '../discover/draft-claim.ts';
import { areRelated, inOneStatement, shareWeakness } from '../import/same-defect.ts';
import type { LinePlace } from '../slice/changed-line.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import { CheckedDerivation } from './checked-derivation.ts';
import { ALSO_SAID } from './slice-targets.ts';

/** What settles what becomes of a claim. */
export interface ClaimSettings extends WeaknessClasses {
  /** The number of the first claim: after all that the scan has numbered. */
  readonly firstGid: number;
  /** Whether a claim is examined: not where a person has settled it, or the base has it. */
  isOpen(draft: CandidateDraft): boolean;
}

/** A claim that leads to no candidate, and why. */
interface LostClaim {
  readonly claim: Claim;
  readonly problem: string;
}

/** Claims whose words are kept beside one candidate. */
const MAX_SAID = 6;

/**
 * The claims of models as candidates. A claim that means what is proposed already adds no candidate;
 * its way there, where the call graph has it, serves the other one.
 */
export class ClaimedCandidates {
  private readonly settings: ClaimSettings;
  private readonly index: SourceIndex;
  private readonly proposed: Candidate[];
  private readonly derivations = new Map<number, CheckedDerivation>();
  private readonly claimed: Candidate[] = [];
  private readonly causeLines = new Map<number, LinePlace>();
  private readonly merged = new Set<number>();
  private readonly said = new Map<number, readonly string[]>();
  private restated: Candidate[] = [];
  private lost: LostClaim[] = [];
  /** Claims that are not examined. */
  private readonly closed = new Set<number>();

  /** @param proposed what the scan proposes and models examine */
  constructor(proposed: readonly Candidate[], settings: ClaimSettings, index: SourceIndex) {
    this.proposed = [...proposed];
    this.settings = settings;
    this.index = index;
  }

  /** All claims that are candidates of their own, also those that are not examined. */
  get all(): readonly Candidate[] {
    return this.claimed;
  }

  /** The candidates of the scan that a model claims as well. */
  get alsoClaimed(): ReadonlySet<number> {
    return this.merged;
  }

  /** The changed lines that claims name as causes, by the gids of their candidates. */
  get causes(): ReadonlyMap<number, LinePlace> {
    return this.causeLines;
  }

  /** How a candidate is reached, where a claim says so and the call graph has each call. */
  derivationOf(gid: number): CheckedDerivation | undefined {
    return this.derivations.get(gid);
  }

  /**
   * Takes in the claims of one stage, in an order that does not depend on when they came.
   * @param foundOf what was found out of a candidate so far
   * @returns those that are new and to be examined
   */
  admit(
    claims: readonly Claim[],
    foundOf: (gid: number) => TriageResult | undefined = () => undefined,
  ): readonly Candidate[] {
    const fresh: Candidate[] = [];
    for (const given of claims.toSorted(inOrder)) {
      const claim = given.unusable === undefined ? placedClaim(given, this.index) : undefined;
      const draft = claim && draftClaim(claim, this.index, this.settings);
      if (claim === undefined || draft === undefined) {
        this.lost.push({ claim: given, problem: this.problemOf(given, claim) });
        continue;
      }
      const known = this.proposed.find(
        (one) => isSame(one, draft, claim.cause) || isOnWayTo(one, foundOf(one.gid), draft),
      );
      if (known !== undefined) {
        this.merge(known, claim, draft);
        this.noteCause(known.gid, claim);
        continue;
      }
      const candidate = { gid: this.settings.firstGid + this.claimed.length, ...draft };
      this.claimed.push(candidate);
      this.proposed.push(candidate);
      this.derive(candidate, claim);
      this.noteCause(candidate.gid, claim);
      if (this.settings.isOpen(draft)) fresh.push(candidate);
      else this.closed.add(candidate.gid);
    }
    return fresh;
  }

  /**
   * The candidates that claims were taken for which say something new of them, since this was asked last, with what they
   * say: another reason or condition than the candidate's own may be the right one, and who examines it has to hear of both.
   */
  takeRestated(): readonly Candidate[] {
    const taken = [...new Set(this.restated)];
    this.restated = [];
    return taken.map((one) => {
      const said = this.said.get(one.gid) ?? [];
      const all = [sentence(one.description), ...said.map((text) => `${ALSO_SAID}${text}`)];
      return { ...one, description: all.join(' ') };
    });
  }

  /** The claims that led to no candidate since this was asked last, and why. */
  takeLost(): readonly LostClaim[] {
    const taken = this.lost;
    this.lost = [];
    return taken;
  }

  private problemOf({ unusable, ...given }: Claim, placed: Claim | undefined): string {
    if (unusable !== undefined) return unusable;
    if (placed !== undefined) return `${placed.file} is of no language that is reviewed`;
    return placeProblem(given, this.index) ?? 'no code stands there';
  }

  private merge(known: Candidate, claim: Claim, { description }: CandidateDraft): void {
    const said = this.said.get(known.gid) ?? [];
    const isNew = known.description !== description && !said.includes(description);
    if (isNew && said.length < MAX_SAID && !this.closed.has(known.gid)) {
      this.said.set(known.gid, [...said, description]);
      this.restated.push(known);
    }
    if (known.gid < this.settings.firstGid) this.merged.add(known.gid);
    if (!this.derivations.has(known.gid)) this.derive(known, claim);
  }

  private noteCause(gid: number, claim: Claim): void {
    const line = this.causeLines.has(gid) ? undefined : causeLine(claim, this.index);
    if (line !== undefined) this.causeLines.set(gid, line);
  }

  private derive({ gid, file, line, function: name }: Candidate, claim: Claim): void {
    const { steps, condition, violated, consequences, suggestions } = claim;
    if (steps.length === 0) return;
    const derivation = CheckedDerivation.check(
      {
        preconditions: condition,
        trigger_path: steps,
        consequences: consequences || violated,
        suggestions: suggestions || 'see how it is reached',
      },
      { file, line, function: name },
      this.index,
    );
    if (derivation instanceof CheckedDerivation) this.derivations.set(gid, derivation);
  }
}

/**
 * Whether two mean one defect: in one function, of one kind, and near each other, or at a place that the way to
 * the known one leads over, or of the same cause in the change.
 */
function isSame(known: CandidateDraft, draft: CandidateDraft, cause: string): boolean {
  if (known.file !== draft.file || known.function !== draft.function) return false;
  if (!areRelated(known, draft)) return false;
  return (
    known.line === draft.line ||
    inOneStatement(known, draft) ||
    known.trace.some(({ file, line }) => file === draft.file && line === draft.line) ||
    namesCause(known, cause)
  );
}

/** Whether the way to a defect that was verified leads over the place of a claim of the same weakness: it says the same. */
function isOnWayTo(
  known: CandidateDraft,
  found: TriageResult | undefined,
  draft: CandidateDraft,
): boolean {
  if (found?.kind !== 'verified' || !shareWeakness(known, draft)) return false;
  return found.trigger_path.some(({ file, line }) => file === draft.file && line === draft.line);
}

/** Code of fewer characters says too little to be told from other code. */
const MIN_QUOTED = 4;

/** Whether a claim says that what a known candidate quotes was taken away or changed. */
function namesCause({ description }: CandidateDraft, cause: string): boolean {
  const said = withoutBlanks(cause);
  return [...description.matchAll(/`([^`]+)`/g)].some(([, quoted = '']) => {
    const code = withoutBlanks(quoted);
    return code.length >= MIN_QUOTED && isComparison(code) && said.includes(code);
  });
}

/** A name or a call is quoted for what is done with it, a comparison for being the check. */
function isComparison(code: string): boolean {
  return /[<>!=]=|[<>]/.test(code.replaceAll('->', '.'));
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}

function inOrder(left: Claim, right: Claim): number {
  return (
    byBytes(left.file, right.file) ||
    left.line - right.line ||
    left.cwe - right.cwe ||
    // One that says how it is reached stands for those that do not.
    right.steps.length - left.steps.length ||
    byBytes(JSON.stringify(left), JSON.stringify(right))
  );
}
