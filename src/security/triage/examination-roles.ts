/**
 * The prompts that the examination of a group depends on.
 * @param verify whether second readers look at what the analyst says
 */
export function examinationRoles(verify: boolean): readonly string[] {
  const own = ['analyst', 'analyst-path', 'analyst-callers'];
  return verify ? [...own, 'reviewer', 'analyst-doubt', 'verifier'] : own;
}
