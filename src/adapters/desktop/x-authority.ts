// The cookie file of an X server (Xau's format): https://www.x.org/releases/current/doc/man/man5/Xserver.5.xhtml. Without a cookie any
// local account could watch.

const anyHost = 0xffff;
export const scheme = 'MIT-MAGIC-COOKIE-1';

/** Valid for every display. */
export function cookieFile(cookie: Uint8Array): Buffer {
  const family = Buffer.alloc(2);
  family.writeUInt16BE(anyHost);
  return Buffer.concat([family, counted(Buffer.alloc(0)), counted(Buffer.alloc(0)), counted(Buffer.from(scheme)), counted(cookie)]);
}

/** The first cookie for that display, whatever its host. */
export function cookieFor(file: Buffer, display: string): Buffer | undefined {
  for (let at = 2; at < file.length; at += 2) {
    const fields: Buffer[] = [];
    for (let field = 0; field < 4 && at + 2 <= file.length; field++) {
      const end = at + 2 + file.readUInt16BE(at);
      fields.push(file.subarray(at + 2, end));
      at = end;
    }
    const [, number, name, cookie] = fields.map((field, index) => (index < 3 ? field.toString() : field));
    if (name === scheme && (number === '' || number === display) && Buffer.isBuffer(cookie)) return cookie;
  }
  return undefined;
}

/** A two-byte length, then the field. */
function counted(field: Uint8Array): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(field.length);
  return Buffer.concat([length, field]);
}
