import type { LoweredFunction } from '../../../code/c/ir/ast.ts';
import { expressionsOf } from '../../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../../code/c/unit.ts';
import { isExamplePath, isTestPath } from '../../../workspace/files/test-paths.ts';
import { type CallSite, callSitesIn } from './call-site.ts';
import { statedNumber } from './value-limits.ts';

/** What the search for inputs asks of the head. */
export interface ProgramSources {
  /** All files that a build could read, relative to the root. */
  readonly files: readonly string[];
  text(file: string): string;
  /** A file of C or C++; undefined where it cannot be read. */
  unit(file: string): Promise<TranslationUnit | undefined>;
}

/** A function with the file that defines it. */
export interface ProgramFunction {
  readonly file: string;
  readonly unit: TranslationUnit;
  readonly fn: LoweredFunction;
}

/** Who calls a function. */
export interface Callers {
  readonly sites: readonly CallSite[];
  /** Whether all that names it is known: a pointer, a macro or another language may hold it otherwise. */
  readonly isWhole: boolean;
}

/** Words by which a declaration says that other programs may call what it declares. */
const OFFERED = /\b[A-Z_]*(?:API|EXPORT|PUBFUN|PUBLIC|LA_DECL)[A-Z_]*\b/;

/** A name in more files is that of something that all use. */
const MAX_FILES = 12;

/** The functions of a tree, and who calls them, as far as the texts tell. */
export class Program {
  private readonly sources: ProgramSources;
  private readonly known = new Map<LoweredFunction, Promise<Callers>>();
  private readonly enumerations = new Map<string, boolean>();

  constructor(sources: ProgramSources) {
    this.sources = sources;
  }

  /** A function of a file by its name, the first where there are several. */
  async function(file: string, name: string): Promise<ProgramFunction | undefined> {
    const unit = await this.sources.unit(file);
    const fn = unit?.functionsByName.get(name);
    return unit === undefined || fn === undefined ? undefined : { file, unit, fn };
  }

  callers(callee: ProgramFunction): Promise<Callers> {
    const known = this.known.get(callee.fn) ?? this.findCallers(callee);
    this.known.set(callee.fn, known);
    return known;
  }

  /** Whether a header offers a function to other programs: what they give it, its signature alone states. */
  isPublic({ fn: { exported, name } }: ProgramFunction): boolean {
    if (!exported) return false;
    const declaration = new RegExp(`^[^#\\n;{}()]*\\b${name}\\s*\\(`, 'm');
    return this.filesNaming(name).some((file) => {
      if (!/\.h\w*$/i.test(file)) return false;
      const found = declaration.exec(this.sources.text(file))?.[0];
      return found !== undefined && (/(?:^|\/)include\//.test(file) || OFFERED.test(found));
    });
  }

  /** The source that defines a variable, among those that name it. */
  variableFile(name: string): string | undefined {
    const pattern = new RegExp(
      `^(?!extern\\b|typedef\\b|return\\b)[A-Za-z_][\\w \\t*]*\\b${name}\\s*[=;\\[]`,
      'm',
    );
    return this.sources.files.find((file) => {
      if (!/\.c$/i.test(file) || isTestPath(file) || isExamplePath(file)) return false;
      const text = this.sources.text(file);
      return text.includes(name) && pattern.test(text);
    });
  }

  /** Whether a variable of another file has a value other than zero from the beginning. */
  async isInitialised(name: string): Promise<boolean> {
    const file = this.variableFile(name);
    const unit = file === undefined ? undefined : await this.sources.unit(file);
    const init = unit?.globals.find(({ variable }) => variable.name === name)?.init;
    return init !== undefined && statedNumber(init) !== 0n;
  }

  /** Whether a name is that of an enumeration. */
  isEnumeration(name: string): boolean {
    const known = this.enumerations.get(name);
    if (known !== undefined) return known;
    const pattern = new RegExp(
      `\\benum\\b[^;{}]*\\{[^{}]*\\}\\s*(?:\\w+\\s*,\\s*)*${name}\\b|\\btypedef\\s+enum\\s+\\w+\\s+${name}\\b`,
    );
    const found = this.sources.files.some((file) => {
      const text = this.sources.text(file);
      return text.includes(name) && pattern.test(text);
    });
    this.enumerations.set(name, found);
    return found;
  }

  /** Whether any other file names something. */
  isNamedElsewhere(name: string, file: string): boolean {
    return this.filesNaming(name).some((one) => one !== file);
  }

  private async findCallers({ file, unit, fn }: ProgramFunction): Promise<Callers> {
    if (!fn.exported) {
      return { sites: callSitesIn(file, unit, fn.name), isWhole: !isValue(unit, fn.name) };
    }
    const files = this.filesNaming(fn.name);
    const sources = files.filter((one) => !/\.h\w*$/i.test(one));
    if (sources.length > MAX_FILES) return { sites: [], isWhole: false };
    let isWhole = files.every((one) => sources.includes(one) || !this.isInMacro(one, fn.name));
    const sites: CallSite[] = [];
    for (const one of sources) {
      const other = await this.sources.unit(one);
      if (other === undefined || isValue(other, fn.name)) isWhole = false;
      if (other !== undefined) sites.push(...callSitesIn(one, other, fn.name));
    }
    return { sites, isWhole };
  }

  /** What tests and examples do is not what callers do. */
  private filesNaming(name: string): string[] {
    const pattern = new RegExp(`\\b${name}\\b`);
    return this.sources.files.filter((file) => {
      if (isTestPath(file) || isExamplePath(file) || /\.pro$/.test(file)) return false;
      const text = this.sources.text(file);
      return text.includes(name) && pattern.test(text);
    });
  }

  private isInMacro(file: string, name: string): boolean {
    const pattern = new RegExp(`^[ \\t]*#[ \\t]*define\\b(?:.*\\\\\\r?\\n)*.*\\b${name}\\b`, 'm');
    return pattern.test(this.sources.text(file));
  }
}

/** Whether a function is used otherwise than by calling it. */
function isValue(unit: TranslationUnit, name: string): boolean {
  if (unit.addressTaken.has(name)) return true;
  const callees = new Set(
    unit.functions.flatMap(({ blocks }) =>
      expressionsOf(blocks).flatMap((expr) => (expr.kind === 'call' ? [expr.callee] : [])),
    ),
  );
  return unit.functions.some(({ blocks }) =>
    expressionsOf(blocks).some(
      (expr) => expr.kind === 'name' && expr.name === name && !callees.has(expr),
    ),
  );
}
