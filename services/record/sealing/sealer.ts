import { isStoreError, type EventStore, type NewEvent, type Position } from '@app/contracts/event-store.ts'
import { definitionOf } from '@app/contracts/events/catalogue.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { checkpointText } from '../checkpoint.ts'
import { growTree, UNSEALED_EVENTS_MAX } from '../tree/grow-tree.ts'
import { lastSealOf, type LastSeal } from './last-seal.ts'
import { chainText, namingText, type SealEvent } from './seal-event.ts'
import { trustedKeys, type SealHead } from './seal-head.ts'
import {
  expectContinued,
  expectSame,
  headIn,
  readOn,
  signedBefore,
  TreeDiffers,
  type Signed,
  type SignedTree,
} from '../tree/signed-tree.ts'
import { noteVerifier, publicPartOf, type NoteSigner } from '../signed-note.ts'
import type { TreeHead } from '../tree/merkle-tree.ts'
import { headOf } from '../tree/tiles.ts'
import { createLogKeys, type LogKeys } from '../trusted-seals.ts'
import type { TreeState, TreeStore } from '../tree/tree-store.ts'

export interface SealerDeps {
  /** As it is stored: personal fields are ciphertext. */
  readonly log: Pick<EventStore, 'append' | 'readAll' | 'readStream' | 'headPosition'>
  readonly tree: TreeStore
  readonly signer: NoteSigner & { readonly vkey: string }
  readonly head: SealHead
  /** As the log names them; read again in each step without it. */
  readonly keyOf?: LogKeys
  readonly now: () => Date
  readonly newId: () => string
}

export interface SealStep {
  readonly head: TreeHead
  /** The tree has all that the log had. */
  readonly isAtHead: boolean
  readonly isSealed: boolean
  /** Up to here the log was read. */
  readonly position: Position
  /** A seal is due, but the one before it is too young: it can be made after this time. */
  readonly dueInMs: number
}

export interface SealOptions {
  /** Makes a seal for a changed key too, though nothing else has changed. */
  readonly namesKey?: boolean
  /** Told the last seal at each step: how long the next one still waits. Without it none does. */
  readonly waitMs?: (last: LastSeal) => number
  /** Ends a long reading early: nothing is sealed by this step. */
  readonly goesOn?: () => boolean
}

/**
 * Takes the next events of the log into the tree, and signs it. Events that are seals themselves are leaves as well, but
 * are no reason for a new seal: otherwise a log at rest would grow for ever. What is signed was read from the log in this
 * step, since what was signed here before: tables that somebody wrote decide nothing of it.
 * @throws StoreError, TileDamaged, TreeMoved when another process was faster: the next step goes on from there
 */
export async function sealNext(deps: SealerDeps, options: SealOptions = {}): Promise<SealStep> {
  const { log, tree } = deps
  const goesOn = options.goesOn ?? (() => true)
  // Before the log is read, which then has what it covers.
  const kept = await deps.head.read()
  const keyOf = deps.keyOf ?? createLogKeys(log, deps.signer.vkey, deps.head)
  const { to, head, isAtHead } = await growTree({ log, tree, keyOf })
  const last = await lastSealOf(log, trustedKeys(deps.signer.vkey, kept), isOfTree(tree, { kept, to, head }))
  const waitMs = options.waitMs?.(last) ?? 0
  const step = { head, isAtHead, position: to.position, isSealed: false, dueInMs: 0 }
  if (!(await continuesSigned(tree, { to, head, isAtHead }, { kept, last }))) return step
  const signed = await signedBefore(deps, { kept, last, goesOn })
  if (signed === 'stopped') return step
  const dueInMs = dueInMsOf(deps, { to, last, options }, isAtHead ? waitMs : 0)
  if (dueInMs === undefined) return step
  if (dueInMs > 0) return { ...step, dueInMs }
  const read = await readOn(deps, signed, { made: head, goesOn })
  if (read === undefined) return step
  expectSame(headOf(read.edge), head, 'the tables of the tree have other leaves than the log')
  return { ...step, isSealed: await seal(deps, { ...head, position: read.position }, { kept, last }) }
}

interface Due {
  readonly to: TreeState
  readonly last: LastSeal
  readonly options: SealOptions
}

/** @returns undefined while nothing is to be sealed */
function dueInMsOf({ signer }: SealerDeps, { to, last, options }: Due, waitMs: number): number | undefined {
  const size = last.seal?.size ?? 0
  const hasOtherKey = last.vkey !== undefined && last.vkey !== signer.vkey
  if (to.size > size && (last.isRestored || (options.namesKey === true && hasOtherKey))) return 0
  if (to.changesEnd <= size) return undefined
  return to.size - size >= UNSEALED_EVENTS_MAX ? 0 : waitMs
}

interface Grown {
  readonly to: TreeState
  readonly head: TreeHead
}

/** The tree has neither its event nor all that it covers. */
const isToCome = (seal: SealEvent, { to, head }: Grown): boolean =>
  seal.size > head.size && seal.position > to.position

/**
 * What was signed here is what the head beside the key says: a seal that the tree of it has not is of no use to the next
 * one. Without a head the newest seal must be continued.
 */
const isOfTree =
  (tree: TreeStore, { kept, to, head }: Grown & Pick<Signed, 'kept'>) =>
  async (seal: SealEvent): Promise<boolean> => {
    if (kept === undefined || kept.root.equals(seal.root) || isToCome(seal, { to, head })) return true
    try {
      await expectContinued(tree, seal, head)
      return true
    } catch (error) {
      if (error instanceof TreeDiffers) return false
      throw error
    }
  }

/**
 * Tables or a log that somebody has changed must not get a signature.
 * @returns false while an older log is read again, up to what was signed
 * @throws TreeDiffers
 */
async function continuesSigned(
  tree: TreeStore,
  { to, head, isAtHead }: Grown & Pick<SealStep, 'isAtHead'>,
  { kept, last: { seal } }: Signed,
): Promise<boolean> {
  const size = kept?.size ?? 0
  if (head.size < size && isAtHead)
    throw new TreeDiffers(`the log has ${head.size} events, and ${size} were signed here`)
  if (head.size < size || (seal !== undefined && isToCome(seal, { to, head }))) return false
  // Beside a head the last seal is one that this tree has.
  const first = kept ?? seal
  if (first !== undefined) await expectContinued(tree, first, head)
  return true
}

/** Times grow from seal to seal, whatever the clock does. */
function sealTime({ now }: SealerDeps, { kept, last: { seal } }: Signed): string {
  const before = [kept?.sealedAt, seal?.sealedAt].filter((time) => time !== undefined)
  return new Date(Math.max(now().getTime(), ...before.map((time) => Date.parse(time) + 1))).toISOString()
}

/** @returns false when another sealer was faster: its seal counts */
async function seal(deps: SealerDeps, { position, ...head }: SignedTree, signed: Signed): Promise<boolean> {
  const { log, signer } = deps
  const { last } = signed
  const sealedAt = sealTime(deps, signed)
  const signature = signer.sign(checkpointText({ origin: signer.name, ...head }))
  const previousSize = last.seal?.size ?? 0
  const chain = { ...head, previous: last.seal?.root, previousSize, sealedAt, signature }
  const sealed = eventOf(deps, sealedAt, 'LogSealed', {
    size: String(head.size),
    root: head.root.toString('base64'),
    previous: last.seal?.root.toString('base64') ?? null,
    keyId: signer.id,
    signature: signature.toString('base64'),
    previousSize: String(previousSize),
    chainSignature: signer.sign(chainText(signer.name, chain)).toString('base64'),
  })
  const named = last.vkey === signer.vkey ? [] : [namingOf(deps, sealedAt, last.vkey)]
  // No seal exists that it does not cover; a crash in between leaves a head that the log continues.
  await deps.head.advance({ ...headIn(head), vkey: signer.vkey, sealedAt, position })
  try {
    await log.append(LOG_SEALS_STREAM, last.expected, [...named, sealed])
  } catch (error) {
    if (isStoreError(error, 'Conflict')) return false
    throw error
  }
  const before = last.expected === 'noStream' ? -1n : last.expected
  const from = before + BigInt(named.length) + 1n
  const [stored] = await log.readStream(LOG_SEALS_STREAM, { from, limit: 1 })
  // Whoever owns the database can make it take a seal that it does not keep.
  if (stored?.id !== sealed.id) throw new TreeDiffers(`the log has not the seal of ${head.size} that it took`)
  return true
}

/** Under another name the seed is the same, and signs for the key of before as well. */
function namingOf(deps: SealerDeps, at: string, previous: string | undefined): NewEvent {
  const { signer } = deps
  const isSameSeed = previous !== undefined && publicPartOf(previous) === publicPartOf(signer.vkey)
  const signature = isSameSeed
    ? signer.sign(namingText(noteVerifier(previous).name, signer.vkey)).toString('base64')
    : null
  return eventOf(deps, at, 'SealKeyNamed', { vkey: signer.vkey, previous: previous ?? null, signature })
}

function eventOf({ newId }: SealerDeps, at: string, type: string, data: NewEvent['data']): NewEvent {
  const id = newId()
  const actor = { kind: 'system', id: 'sealer' } as const
  const meta = { actor, occurredAt: at, correlationId: id, causationId: null }
  return { id, type, version: definitionOf(type).version, data, meta }
}
