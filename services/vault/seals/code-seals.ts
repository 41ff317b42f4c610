import type { IdKeys } from '../keys/id-keys.ts'
import { open, seal, type RandomBytes } from '../keys/sealing.ts'

/** Activation codes as they lie in the log: whoever lists them for printing opens them, and nobody else. */
export interface CodeSeals {
  /** @param codeId names the code's stream, which the sealed text belongs to */
  seal(codeId: string, code: string): string
  /** @throws Error where it was sealed for another stream, under another key, or was changed */
  open(codeId: string, sealed: string): string
}

const placeOf = (codeId: string): string => `activationCode-${codeId}/sealedCode`

/** A key of their own, and no person's: a code is nobody's until it is redeemed, and no erasure may take it. */
export function createCodeSeals(keys: IdKeys, random: RandomBytes): CodeSeals {
  const key = keys.of('activation-code-seals')
  return {
    seal: (codeId, code) => seal(key, placeOf(codeId), Buffer.from(code), random).toString('base64'),
    open: (codeId, sealed) => open(key, placeOf(codeId), Buffer.from(sealed, 'base64')).toString(),
  }
}
