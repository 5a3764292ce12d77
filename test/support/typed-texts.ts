import { createSealedTokens, createTypedTexts } from '../../src/adapters/node-crypto/sealed-tokens.js';

/** Sealed by a key that only tests have. */
export const typedTexts = createTypedTexts(createSealedTokens([{ id: 'test', secret: Buffer.alloc(32, 7) }]));
