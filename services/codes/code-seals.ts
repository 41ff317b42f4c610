import type { IdKeys } from '../kernel/keys/id-keys.ts'
import { open, seal, type RandomBytes } from '../kernel/keys/sealing.ts'

const placeOf = (codeId: string): string => `activationCode-${codeId}/sealedCode`

export type CodeSeals = ReturnType<typeof createCodeSeals>

/** Not a person's key: no erasure may make an unredeemed code unreadable. */
export function createCodeSeals(keys: IdKeys, random: RandomBytes) {
  const key = keys.of('activation-code-seals')
  return {
    seal: (codeId: string, code: string): string =>
      seal(key, placeOf(codeId), Buffer.from(code), random).toString('base64'),
    /** @throws Error for another code's text, another key or changed text */
    open: (codeId: string, sealed: string): string =>
      open(key, placeOf(codeId), Buffer.from(sealed, 'base64')).toString(),
  }
}
