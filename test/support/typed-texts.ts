import { createSealedTokens } from '../../src/adapters/node-crypto/sealed-tokens.js';
import { createTypedTexts } from '../../src/adapters/node-crypto/typed-texts.js';

/** Sealed by a key that only tests have. */
export const typedTexts = createTypedTexts(createSealedTokens([{ id: 'test', secret: Buffer.alloc(32, 7) }]));
