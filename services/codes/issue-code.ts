import type { Actor } from '@app/contracts/event-store.ts'
import { newCode } from '@app/contracts/fields/activation-code.ts'
import { activationCodeStream } from '@app/contracts/codes/events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { activationCode } from './activation-code.ts'
import { readStream } from '../kernel/codec.ts'
import { handle, type Cause } from '../kernel/commands.ts'
import type { CodeSeals } from './code-seals.ts'
import { causeBy, type CommandContext, type Naming } from '../kernel/command-context.ts'

export interface IssueCodeDeps extends CommandContext, Naming {
  readonly codeSeals: CodeSeals
  /** Random integer in [0, n), from a cryptographic source. */
  readonly below: (n: number) => number
}

export interface WantedCodes {
  readonly count: number
  readonly maxProfiles: number
  readonly actor: Actor
  /** Of all its events: another attempt with this id and the same draws issues the missing codes. */
  readonly batchId?: string
}

/** Codes have so many bits that repeated collisions mean that the source is not random. */
const ATTEMPTS_MAX = 10
/** Their appends share commits. */
const AT_ONCE = 25

export async function issueCodes(deps: IssueCodeDeps, wanted: WantedCodes): Promise<readonly string[]> {
  const { count, maxProfiles, actor, batchId = deps.newId() } = wanted
  const issuing = { deps, maxProfiles, cause: { ...causeBy(deps, actor), correlationId: batchId } }
  const codes: string[] = []
  while (codes.length < count) {
    const drawn = Array.from({ length: Math.min(AT_ONCE, count - codes.length) }, () => newCode(deps.below))
    const issued = await Promise.all([...new Set(drawn)].map((code) => issueCode(issuing, code)))
    codes.push(...new Set(issued.filter((code) => !codes.includes(code))))
  }
  return codes
}

interface Issuing {
  readonly deps: IssueCodeDeps
  readonly maxProfiles: number
  readonly cause: Cause
}

/** Another code where this one exists. */
async function issueCode(issuing: Issuing, drawn: string): Promise<string> {
  const { deps, maxProfiles, cause } = issuing
  for (let [attempt, code] = [1, drawn]; ; [attempt, code] = [attempt + 1, newCode(deps.below)]) {
    const codeId = deps.names.activationCode(code)
    const stream = activationCodeStream(codeId)
    try {
      const command = {
        type: 'IssueCode',
        maxProfiles,
        sealedCode: deps.codeSeals.seal(codeId, code),
      } as const
      await handle(deps.store, activationCode, { stream, command, cause, newId: deps.newId })
      return code
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (await isOfBatch(deps, stream, cause)) return code
      if (attempt === ATTEMPTS_MAX) throw error
    }
  }
}

async function isOfBatch(
  { store }: IssueCodeDeps,
  stream: string,
  { correlationId }: Cause,
): Promise<boolean> {
  const [issued] = await readStream(store, stream)
  return issued?.meta.correlationId === correlationId
}
