import { type BodyReferences, referencesOf } from './body-references.ts';
import { DeclarationSplitter } from './declaration-splitter.ts';
import { Declarations, type VariableSource } from './declarations.ts';
import { type FieldPlace, type PointerUses, pointerUsesOf } from './pointer-uses.ts';
import type { TypeScope } from './scope.ts';
import type { Target } from './target.ts';
import type { TokenLocation } from './token-location.ts';
import { type ClangNode, TreeParser } from './tree-node.ts';
import {
  anonymousEnumName,
  namedTypes,
  type TypeDeclarationSource,
  typeDeclarationOf,
} from './type-declarations.ts';
import { TypeResolver } from './type-resolver.ts';
import { parseType } from './type-syntax.ts';
import type {
  ClangFunction,
  ClangGlobal,
  ClangMacros,
  ClangParameter,
  ClangPrototype,
  ClangRange,
  ClangUnit,
} from './unit.ts';

/** What is known of a unit besides its tree. */
export interface UnitFacts {
  readonly file: string;
  readonly language: ClangUnit['language'];
  readonly flags: readonly string[];
  readonly target: Target;
  /** The macros that are expanded in some lines. */
  readonly macrosIn: (range: ClangRange) => readonly string[];
  /** The names on which an `#if` in some lines depends, and that are no macros there. */
  readonly undefinedIn: (range: ClangRange) => readonly string[];
  readonly macros: ClangMacros;
}

/** The path within the project of a file as clang names it; undefined for all others. */
export type ProjectFile = (name: string) => string | undefined;

/** What is kept of a function until all types are known: not its body. */
interface FunctionSource {
  readonly name: string;
  readonly typeText: string;
  readonly params: readonly ClangNode[];
  readonly isVariadic: boolean;
  readonly isStatic: boolean;
  readonly range: ClangRange;
  readonly body: ClangFunction['body'];
  readonly references: BodyReferences;
  readonly pointers: PointerUses;
}

/** Reads clang's JSON tree of one translation unit while it comes. */
export class UnitParser {
  private readonly splitter = new DeclarationSplitter();
  private readonly tree = new TreeParser();
  private readonly declarations = new Declarations();
  private readonly functions: FunctionSource[] = [];
  private readonly variables: (VariableSource & { functions: readonly string[] })[] = [];
  private readonly types: TypeDeclarationSource[] = [];
  private readonly prototypes = new Map<string, ClangPrototype>();
  private readonly enumRanges = new Map<string, ClangRange>();
  private readonly projectFile: ProjectFile;

  constructor(projectFile: ProjectFile) {
    this.projectFile = projectFile;
  }

  /** @throws Error when this is not clang's tree */
  push(chunk: Buffer): void {
    try {
      for (const json of this.splitter.push(chunk)) this.addDeclaration(this.tree.parse(json));
    } catch (thrown) {
      // Trees are walked by functions that call themselves.
      if (thrown instanceof RangeError) throw new Error('an expression is nested too deeply');
      throw thrown;
    }
  }

  /** @throws Error when the tree stops before its end */
  finish(facts: UnitFacts): ClangUnit {
    if (!this.splitter.isComplete()) throw new Error('clang’s tree stops before its end');
    const { file } = this.declarations;
    const types = new TypeResolver(facts.target);
    const functions = this.functions.map((source) => functionOf(source, facts, types, file));
    const globals = this.globals(types);
    // A body may be the only one that knows what is behind a pointer to anything.
    const named = namedTypes(this.types, this.declarations);
    for (const { name, kind } of named) {
      if (kind === 'enum') continue;
      types.resolve({ written: name, desugared: undefined }, file);
    }
    const { language, flags } = facts;
    return {
      ...{ file: facts.file, language, flags, functions, globals },
      types: named.map((type) => ({ ...type, undefinedMacros: facts.undefinedIn(type.range) })),
      prototypes: [...this.prototypes.values()],
      macros: facts.macros,
      records: types.records(),
    };
  }

  private addDeclaration(node: ClangNode): void {
    for (const { node: variable, scope, within } of this.declarations.add(node)) {
      const { calls, addressTaken } = this.references(variable);
      // What initializes a table can be long: it is let go.
      const short = { ...variable, inner: [] };
      this.variables.push({ node: short, scope, within, functions: [...addressTaken, ...calls] });
    }
    const whole = this.rangeOf(node);
    const type = whole && typeDeclarationOf(node, whole);
    if (type !== undefined) this.types.push(type);
    if (type?.kind === 'enum') this.enumRanges.set(node.id, type.range);
    for (const { name, begin } of prototypesIn(node)) {
      const file = begin && this.projectFile(begin.file);
      if (file !== undefined) this.prototypes.set(`${file}/${name}`, { name, file });
    }
    for (const definition of definitionsIn(node)) {
      const range = this.rangeOf(definition);
      if (range === undefined) continue;
      const begin = definition.inner.find(({ kind }) => BODIES.has(kind))?.begin;
      this.functions.push({
        name: definition.name,
        typeText: definition.type?.written ?? '',
        params: definition.inner.filter(({ kind }) => kind === 'ParmVarDecl'),
        isVariadic: definition.isVariadic,
        isStatic: definition.storageClass === 'static',
        range,
        body: { line: begin?.line ?? 0, column: begin?.column ?? 0 },
        references: this.references(definition),
        pointers: pointerUsesOf(definition),
      });
    }
  }

  private references(node: ClangNode): BodyReferences {
    const { globals, enumConstants } = this.declarations;
    const enumName = (id: string) =>
      this.declarations.tagName(id) || anonymousEnumName('enum', this.enumRanges.get(id));
    return referencesOf(node, { globals, enumConstants, enumName });
  }

  /** Each variable once: where it gets its value, or else where it is first defined. */
  private globals(types: TypeResolver): ClangGlobal[] {
    const chosen = new Map<string, ClangGlobal & { isInitialized: boolean }>();
    for (const { node, scope, within, functions } of this.variables) {
      const range = this.rangeOf(node);
      const { name, isInitialized, storageClass } = node;
      const isDefinition = storageClass !== 'extern' || isInitialized;
      if (range === undefined || node.type === undefined || !isDefinition) continue;
      const key = within === undefined ? name : `${within}/${range.startLine}/${name}`;
      if (chosen.get(key)?.isInitialized ?? false) continue;
      if (chosen.has(key) && !isInitialized) continue;
      chosen.set(key, {
        name,
        ...types.resolve(node.type, scope),
        spelled: node.type.written,
        isStatic: storageClass === 'static',
        ...(within === undefined ? {} : { within }),
        range,
        functions,
        isInitialized,
      });
    }
    return [...chosen.values()].map(({ isInitialized: _, ...global }) => global);
  }

  private rangeOf({ begin, end }: ClangNode): ClangRange | undefined {
    const file = begin && this.projectFile(begin.file);
    if (begin === undefined || end === undefined || file === undefined) return undefined;
    const last: TokenLocation = end.file === begin.file ? end : begin;
    return {
      file,
      startLine: begin.line,
      startColumn: begin.column,
      endLine: last.line,
      endColumn: last.column + Math.max(last.length, 1) - 1,
    };
  }
}

/** A field with the id of its record. */
function fieldName(
  { owner, field }: FieldPlace,
  types: TypeResolver,
  scope: TypeScope,
): string | undefined {
  const { type } = types.resolve(owner, scope);
  const record = type.kind === 'pointer' ? type.to : type;
  return record.kind === 'record' ? `${record.id}.${field}` : undefined;
}

/** Functions with bodies, those within `extern "C"`, namespaces and classes too. */
function definitionsIn(node: ClangNode): ClangNode[] {
  if (GROUPS.has(node.kind)) return node.inner.flatMap(definitionsIn);
  if (!DEFINITIONS.has(node.kind) || node.isImplicit) return [];
  return node.inner.some(({ kind }) => BODIES.has(kind)) ? [node] : [];
}

/** Functions that are declared, with or without a body. */
function prototypesIn(node: ClangNode): ClangNode[] {
  if (node.kind === 'LinkageSpecDecl') return node.inner.flatMap(prototypesIn);
  return node.kind === 'FunctionDecl' && !node.isImplicit ? [node] : [];
}

const GROUPS = new Set(['LinkageSpecDecl', 'NamespaceDecl', 'CXXRecordDecl']);
const DEFINITIONS = new Set(['FunctionDecl', 'CXXMethodDecl', 'CXXConstructorDecl']);
const BODIES = new Set(['CompoundStmt', 'CXXTryStmt']);

function functionOf(
  source: FunctionSource,
  facts: UnitFacts,
  types: TypeResolver,
  scope: TypeScope,
): ClangFunction {
  const { name, typeText, isVariadic, isStatic, range, body, references, pointers } = source;
  const syntax = parseType(typeText);
  const whole = types.resolve({ written: typeText, desugared: undefined }, scope).type;
  const params = source.params.map((param): ClangParameter => {
    const type = param.type && types.resolve(param.type, scope).type;
    return {
      name: param.name,
      type: type ?? { kind: 'other' },
      spelled: param.type?.written ?? '',
      ...(param.isMentioned ? {} : { isUnused: true as const }),
    };
  });
  return {
    name,
    returns: whole.kind === 'function' ? whole.returns : { kind: 'other' },
    returnSpelled: syntax.kind === 'function' ? syntax.returnText : '',
    params,
    isVariadic,
    isStatic,
    range,
    body,
    ...references,
    views: pointers.views.flatMap(({ of, as }) => {
      const place = typeof of === 'string' ? of : fieldName(of, types, scope);
      return place === undefined ? [] : [{ of: place, as: types.resolve(as, scope).type }];
    }),
    passes: pointers.passes,
    shares: pointers.shares.flatMap((one) => {
      const [field, other] = [one.field, one.with].map((place) => fieldName(place, types, scope));
      return field === undefined || other === undefined ? [] : [{ field, with: other }];
    }),
    macros: facts.macrosIn(range),
    undefinedMacros: facts.undefinedIn(range),
  };
}
