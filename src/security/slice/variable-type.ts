/** The name of a variable's type, where the text of a function declares it. */
export function typeOfVariable(variable: string, body: string): string | undefined {
  const pattern = new RegExp(
    `\\b([A-Za-z_]\\w*)(?:\\s|\\*|\\bconst\\b)+\\b${variable}\\b\\s*[,;=)\\[]`,
  );
  const type = pattern.exec(body)?.[1];
  return type === undefined || /^(?:return|const|else|struct)$/.test(type) ? undefined : type;
}
