/** How functions are called that give back what an object holds: `entry_xattr_clear`, `xmlDictFree`, `queue_reset`. */
const CLEARS =
  /(?:^|_|[a-z])(?:[Cc]lear|[Rr]eset|[Ff]ree|[Rr]elease|[Dd]estroy|[Dd]ispose|[Cc]leanup|[Ff]ini|[Dd]einit)(?:_|$|[A-Z])/;

/**
 * Whether a function is called for nothing but to clear what is freed right afterwards: each call is by such a name, with
 * the freed object, or what it holds, and numbers alone. What it leaves in the object is gone with it.
 * @param source of the C function that calls it, without comments
 */
export function clearsWhatIsFreed(callee: string, source: string): boolean {
  // `&(node->name)` is `&node->name`.
  const text = source.replaceAll(/&\s*\(\s*(\w+(?:(?:->|\.)\w+)*)\s*\)/g, '&$1');
  const name = callee.replace(/^.*:/, '');
  if (!CLEARS.test(name)) return false;
  const freed = [...text.matchAll(/\b\w*[Ff]ree\s*\(\s*(\w+)\s*\)\s*;/g)];
  const calls = [...text.matchAll(new RegExp(String.raw`\b${name}\s*\(([^;()]*)\)\s*;`, 'g'))];
  const count = [...text.matchAll(new RegExp(String.raw`\b${name}\b`, 'g'))].length;
  return (
    calls.length > 0 &&
    calls.length === count &&
    calls.every(({ index, 1: given = '' }) =>
      freed.some(({ index: at, 1: object = '' }) => at > index && isOf(object, given)),
    )
  );
}

function isOf(object: string, given: string): boolean {
  const [first = '', ...others] = given.split(',').map((one) => one.trim());
  const own = new RegExp(String.raw`^&?\s*${object}(?:(?:->|\.)\w+)*$`);
  return own.test(first) && others.every((one) => /^(?:\w*NULL|\d+)$/.test(one));
}
