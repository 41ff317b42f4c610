import type { IdKeys } from '../kernel/keys/id-keys.ts'
import { open, seal, type RandomBytes } from '../kernel/keys/sealing.ts'

export interface CodeSeals {
  seal(codeId: string, code: string): string
  /** @throws Error for another code's text, another key or changed text */
  open(codeId: string, sealed: string): string
}

const placeOf = (codeId: string): string => `activationCode-${codeId}/sealedCode`

/** Not a person's key: no erasure may make an unredeemed code unreadable. */
export function createCodeSeals(keys: IdKeys, random: RandomBytes): CodeSeals {
  const key = keys.of('activation-code-seals')
  return {
    seal: (codeId, code) => seal(key, placeOf(codeId), Buffer.from(code), random).toString('base64'),
    open: (codeId, sealed) => open(key, placeOf(codeId), Buffer.from(sealed, 'base64')).toString(),
  }
}
