import { type AssetName, asset } from '../workspace/asset.ts';

type ScriptName = Extract<AssetName, `${string}.js`>;

/**
 * The script of a page. `// include page/theme.js` in it stands for that file, indented as far; other
 * lines that are only a comment are left out, since pages carry it.
 */
export function pageScript(name: ScriptName): string {
  return asset(name)
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', comment] = /^( *)\/\/ ?(.*)$/.exec(line) ?? [];
      if (comment === undefined) return [line];
      if (comment !== 'include page/theme.js') return [];
      const included = pageScript('page/theme.js').split('\n');
      return included.map((one) => (one === '' ? one : `${indent}${one}`));
    })
    .join('\n');
}
