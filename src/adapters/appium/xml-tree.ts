// Page sources as trees. They come from devices that others run: anything but plain XML of a reasonable size is refused as a whole, with
// one error.
import { SaxesParser } from 'saxes';
import { SteadyhandError } from '../../domain/errors/errors.js';

/** The page source that a device returned cannot be read. */
export class PageSourceError extends SteadyhandError {
  readonly code = 'page-source-invalid';
  override readonly name = 'PageSourceError';

  constructor(reason: string) {
    super(`The page source cannot be read: ${reason}. Try again; if it keeps failing, use the screenshot.`);
  }
}

export interface XmlNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

/** Characters, elements, and depth: many times those of real screens. */
const limits = { length: 20_000_000, nodes: 50_000, depth: 400 } as const;

/** The root element. Throws `PageSourceError`. */
export function parseXml(source: string): XmlNode {
  if (source.length > limits.length) throw new PageSourceError(`it has ${source.length} characters, more than ${limits.length}`);
  const parser = new SaxesParser();
  const top = { tag: '', attributes: {}, children: [] as XmlNode[] };
  const open: { children: XmlNode[] }[] = [top];
  let count = 0;
  parser.on('error', ({ message }) => refuse(message.slice(0, 200)));
  // Entities could expand without end. No device writes a document type.
  parser.on('doctype', () => refuse('it has a document type (<!DOCTYPE>)'));
  parser.on('opentag', ({ name: tag, attributes }) => {
    count += 1;
    if (count > limits.nodes) refuse(`it has more than ${limits.nodes} elements`);
    if (open.length > limits.depth) refuse(`its elements are nested more than ${limits.depth} deep`);
    const node = { tag, attributes, children: [] };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(withoutTail(source)).close();
  const [root] = top.children;
  return root ?? refuse('it is empty');
}

function refuse(reason: string): never {
  throw new PageSourceError(reason);
}

/** `uiautomator dump /dev/tty` prints a sentence after the document. */
function withoutTail(source: string): string {
  return source.slice(0, source.lastIndexOf('>') + 1);
}
