import type { Actor } from '@app/contracts/event-store.ts'
import { newCode } from '@app/contracts/fields/activation-code.ts'
import { activationCodeStream } from '@app/contracts/events/activation-code.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { activationCode } from '@app/domain/activation-code.ts'
import { handle } from '@app/event-store/handle.ts'
import type { CodeSeals } from '@app/vault/seals/code-seals.ts'
import { causeBy, type CommandContext } from '../command-context.ts'
import { findCodeId, type Naming } from '../named-streams.ts'

export interface IssueCodeDeps extends CommandContext, Naming {
  readonly codeSeals: CodeSeals
  /** Random integer in [0, n), from a cryptographic source. */
  readonly below: (n: number) => number
}

export interface WantedCodes {
  readonly count: number
  readonly maxProfiles: number
  readonly actor: Actor
}

/** A code has 59 random bits: repeated collisions mean that the source is not random. */
const ATTEMPTS_MAX = 10

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
      if (!(error instanceof Refusal) || attempt === ATTEMPTS_MAX) throw error
    }
  }
}
