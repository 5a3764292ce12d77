// What a look tells of a document that is no page: what it is, how its address answered, and what a PDF says. A PDF comes as a download, too.

import type { Control } from '../../domain/ui/control.js';
import { documentNotices, stayedNotice } from '../../domain/ui/shown-document.js';
import { DeviceGoneError } from '../../ports/device.js';
import type { Downloads } from './entry.js';
import { DialogOpenError, PageHungError, type Session } from './session.js';

export interface ShownDocuments {
  /** Of the top frame. */
  look(): Promise<{ readonly notices: readonly string[]; readonly controls: readonly Control[] }>;
  /** Undefined: it is no PDF, or says nothing. */
  pdfText(): Promise<string | undefined>;
}

interface Pdf {
  readonly document: string;
  readonly text: string | undefined;
}

export function createShownDocuments(
  { documents }: Pick<Session, 'documents'>,
  downloads: Downloads,
  isAllowed: (address: string) => boolean,
): ShownDocuments {
  let pdf: Pdf | undefined;

  /** Each is read and fetched once. */
  const read = async ({ pdfText, pdfFile }: NonNullable<Session['documents']>, document: string): Promise<Pdf> => {
    if (pdf?.document === document) return pdf;
    const text = await pdfText().catch(unlessGone);
    const file = await pdfFile().catch(unlessGone);
    if (file) await downloads.keep(file);
    return (pdf = { document, text });
  };
  const pdfText = async (): Promise<string | undefined> => {
    const shown = await documents?.shown();
    const isPdf = shown?.mimeType === 'application/pdf' && !shown.isError && isAllowed(shown.url);
    return documents && isPdf ? (await read(documents, shown.document)).text : undefined;
  };

  return {
    pdfText,
    async look() {
      if (!documents) return { notices: [], controls: [] };
      const stayed = await documents.takeStayed();
      const text = await pdfText();
      return {
        notices: [...stayed.map(stayedNotice), ...documentNotices(await documents.shown())],
        controls: (text ?? '').split(/\r?\n/).flatMap(lineOf),
      };
    },
  };
}

/** What the viewer or the server does not give is not there; what the other one gives is. */
function unlessGone(error: unknown): undefined {
  if (error instanceof DeviceGoneError || error instanceof DialogOpenError || error instanceof PageHungError) throw error;
}

/** One below the other: where the viewer draws them it tells nobody. */
function lineOf(text: string, index: number): readonly Control[] {
  if (text.trim() === '') return [];
  const bounds = { x: 0, y: index * 20, width: 600, height: 20 };
  return [
    {
      id: `pdf.${index}`,
      role: 'text',
      name: text.trim(),
      bounds,
      enabled: true,
      visible: true,
      interactive: false,
      path: `pdf/${index}`,
      source: 'tree',
    },
  ];
}
