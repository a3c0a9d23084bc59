/** Nodes whose children are file-level declarations too. */
const CONTAINERS: ReadonlySet<string> = new Set([
  'translation_unit',
  'linkage_specification',
  'declaration_list',
  'namespace_definition',
  'template_declaration',
  'preproc_if',
  'preproc_ifdef',
  'preproc_else',
  'preproc_elif',
  'ERROR',
  'field_declaration_list',
  'export_declaration',
]);

/** Whether a type of node holds declarations of the file, such as a namespace or an `#if`. */
export function isContainer(type: string): boolean {
  return CONTAINERS.has(type);
}
