// The cookie file of an X server (Xau's format): https://www.x.org/releases/current/doc/man/man5/Xserver.5.xhtml. Without a cookie any
// local account could watch.

const anyHost = 0xffff;
const scheme = 'MIT-MAGIC-COOKIE-1';

/** Valid for every display. */
export function cookieFile(cookie: Uint8Array): Buffer {
  const family = Buffer.alloc(2);
  family.writeUInt16BE(anyHost);
  return Buffer.concat([family, counted(Buffer.alloc(0)), counted(Buffer.alloc(0)), counted(Buffer.from(scheme)), counted(cookie)]);
}

/** A two-byte length, then the field. */
function counted(field: Uint8Array): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(field.length);
  return Buffer.concat([length, field]);
}
