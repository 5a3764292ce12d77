// The name of a deployment or of a build: Temporal puts a colon, once a dot, between the two.

export const deploymentWordForm = 'letters, digits, `.`, `-`, `_`, `+`: 1.4.0, 2026-11-26-a1b2c3';

export function isDeploymentWord(word: string): boolean {
  return /^[\w][\w.+-]{0,99}$/.test(word);
}
