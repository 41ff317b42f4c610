import type { IdKeys } from '../kernel/keys/id-keys.ts'
import { open, seal, type RandomBytes } from '../kernel/keys/sealing.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { newCode } from '@app/contracts/fields/credentials.ts'
import { activationCodeStream } from '@app/contracts/codes.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { activationCode } from './activation-code.ts'
import { readStream } from '../kernel/codec.ts'
import { handle, type Cause } from '../kernel/commands.ts'
import { causeBy, type CommandContext } from '../kernel/command-context.ts'
import type { Ctx } from '../platform/ctx.ts'

export interface WantedCodes {
  readonly count: number
  readonly maxProfiles: number
  readonly actor: Actor
  /** All its events have it: another attempt with this id and the same draws issues the missing codes. */
  readonly batchId?: string
}

/** Their appends share commits. */
const AT_ONCE = 25

/** A code has so many bits that none is drawn twice. */
export async function issueCodes(
  deps: CommandContext & Pick<Ctx, 'names' | 'codeSeals' | 'below'>,
  wanted: WantedCodes,
): Promise<readonly string[]> {
  const { count, maxProfiles, actor, batchId = deps.newId() } = wanted
  const cause = { ...causeBy(deps, actor), correlationId: batchId }
  const codes = Array.from({ length: count }, () => newCode(deps.below))
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(codes.slice(from, from + AT_ONCE).map((code) => issue(deps, code, maxProfiles, cause)))
  return codes
}

/** Does nothing where another attempt of this batch has issued it. @throws Refusal conflict */
async function issue(
  { store, names, codeSeals, newId }: Pick<Ctx, 'store' | 'names' | 'codeSeals' | 'newId'>,
  code: string,
  maxProfiles: number,
  cause: Cause,
): Promise<void> {
  const codeId = names.activationCode(code)
  const stream = activationCodeStream(codeId)
  const command = { type: 'IssueCode', maxProfiles, sealedCode: codeSeals.seal(codeId, code) } as const
  try {
    await handle(store, activationCode, { stream, command, cause, newId })
  } catch (error) {
    const [issued] = error instanceof Refusal ? await readStream(store, stream) : []
    if (issued?.meta.correlationId !== cause.correlationId) throw error
  }
}

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
