// Seals what a person types for the device process that types it. Web Crypto alone, so that a page can do it as well; src/device-process/device-process.ts opens it.
import { sealedFor, sealedForProcess } from '../domain/take-over/person-action.js';

const nonceBytes = 12;

/** `key`: as `look` tells it. Nobody but that device process can read the result; it may stand in history. */
export async function sealTyped(text: string, key: string): Promise<string> {
  const { subtle } = crypto;
  const handKey = bytesOf(key);
  const own = (await subtle.generateKey({ name: 'X25519' }, false, ['deriveBits'])) as CryptoKeyPair;
  const ownKey = new Uint8Array(await subtle.exportKey('raw', own.publicKey));
  const theirs = await subtle.importKey('raw', handKey, { name: 'X25519' }, false, []);
  const shared = await subtle.deriveBits({ name: 'X25519', public: theirs }, own.privateKey, 256);
  const secret = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const salt = new Uint8Array([...ownKey, ...handKey]);
  const info = new TextEncoder().encode(sealedFor);
  const aes = await subtle.deriveKey({ name: 'HKDF', hash: 'SHA-256', salt, info }, secret, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
  ]);
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const sealed = new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv: nonce }, aes, new TextEncoder().encode(text)));
  return sealedForProcess({ publicKey: textOf(ownKey), nonce: textOf(nonce), text: textOf(sealed) });
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}

function textOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
