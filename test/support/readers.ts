/**
 * A C file with so many defects that the scan is sure of: functions that read a line of any length.
 * Each is one candidate.
 */
export function readers(count: number): string {
  const functions = Array.from({ length: count }, (_, at) => {
    return `void read_${at}(void)\n{\n    char line[16];\n    gets(line);\n}\n`;
  });
  return functions.join('\n');
}
