/** The parts of a list between commas that stand in no further brackets and no literal; literals read as `0`. */
export function listParts(list: string): string[] {
  const plain = list.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '0');
  if (plain.trim() === '') return [];
  const parts = [''];
  let depth = 0;
  for (const char of plain) {
    if (/[([{]/.test(char)) depth += 1;
    else if (/[)\]}]/.test(char)) depth -= 1;
    if (char === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${char}`);
  }
  return parts;
}
