/** What stands for a text that is hidden: the value of a password field, a secret that was used. */
export const mask = '•••';

const sealed = /\{\{sealed:[\w.-]+\}\}/g;

/** Without the texts that are sealed in it. */
export function maskSealed(text: string): string {
  return text.replace(sealed, mask);
}
