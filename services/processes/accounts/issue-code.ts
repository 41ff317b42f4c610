import type { Actor } from '@app/contracts/event-store.ts'
import { newCode } from '@app/contracts/fields/activation-code.ts'
import { activationCodeStream } from '@app/contracts/events/activation-code.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { activationCode } from '@app/domain/activation-code.ts'
import { handle } from '@app/event-store/handle.ts'
import type { CodeSeals } from '@app/vault/seals/code-seals.ts'
import { causeBy, type Acting } from '../command-context.ts'
import { findCodeId, type Naming } from '../named-streams.ts'

export interface IssueCodeDeps extends Acting, Naming {
  readonly codeSeals: CodeSeals
  /** Random integer in [0, n), of a source that cannot be guessed. */
  readonly below: (n: number) => number
}

export interface WantedCodes {
  readonly count: number
  /** How many profiles an account may have that is activated by one of them. */
  readonly maxProfiles: number
  readonly actor: Actor
}

/** Of 59 bits: that even one is taken is next to impossible; so many mean that they are not random. */
const ATTEMPTS_MAX = 10

/** New activation codes, as they are printed on cards. */
export async function issueCodes(deps: IssueCodeDeps, wanted: WantedCodes): Promise<readonly string[]> {
  const codes: string[] = []
  while (codes.length < wanted.count) codes.push(await issueCode(deps, wanted))
  return codes
}

async function issueCode(
  deps: IssueCodeDeps,
  { maxProfiles, actor }: Omit<WantedCodes, 'count'>,
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const code = newCode(deps.below)
    const codeId = await findCodeId(deps, code)
    try {
      await handle(deps.store, activationCode, {
        stream: activationCodeStream(codeId),
        command: { type: 'IssueCode', maxProfiles, sealedCode: deps.codeSeals.seal(codeId, code) },
        cause: causeBy(deps, actor),
        newId: deps.newId,
      })
      return code
    } catch (error) {
      // Somebody else's already: another one.
      if (!(error instanceof Refusal) || attempt === ATTEMPTS_MAX) throw error
    }
  }
}
