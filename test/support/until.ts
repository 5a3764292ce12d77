/** Waits for a condition, at most `limitMs`; says what was awaited when it does not come. */
export async function until(what: string, condition: () => boolean | Promise<boolean>, limitMs = 10_000): Promise<void> {
  for (const deadline = Date.now() + limitMs; !(await condition());) {
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
