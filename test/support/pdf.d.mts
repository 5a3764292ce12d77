/** A PDF of one page with one line of text. */
export function pdfOf(line: string): string;
