// The key to an X server, as Xlib reads it: https://www.x.org/releases/current/doc/man/man5/Xserver.5.xhtml (Xau's file format). Without one any account of the machine could look on.

const anyHost = 0xffff;
const scheme = 'MIT-MAGIC-COOKIE-1';

/** For every display that asks. */
export function cookieFile(cookie: Uint8Array): Buffer {
  const family = Buffer.alloc(2);
  family.writeUInt16BE(anyHost);
  return Buffer.concat([family, counted(Buffer.alloc(0)), counted(Buffer.alloc(0)), counted(Buffer.from(scheme)), counted(cookie)]);
}

/** Two bytes of length, then itself. */
function counted(field: Uint8Array): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(field.length);
  return Buffer.concat([length, field]);
}
