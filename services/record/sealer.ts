import {
  isStoreError,
  type EventStore,
  type Expected,
  type LogPage,
  type NewEvent,
} from '@app/contracts/event-store.ts'
import { readEvent, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { holdsMark } from '@app/event-store/log-mark.ts'
import { checkpointText } from './checkpoint.ts'
import { leafOf } from './leaf.ts'
import type { NoteSigner } from './signed-note.ts'
import { consistencyRanges, isConsistent, leafHash, type TreeHead } from './tree/merkle-tree.ts'
import { TileDamaged } from './tree/tiles.ts'
import type { TreeState, TreeStore } from './tree-store.ts'

/** No more events than these lie between two seals. */
export const UNSEALED_EVENTS_MAX = 4_096

export interface SealerDeps {
  /** As it is stored: personal fields are ciphertext. */
  readonly log: Pick<EventStore, 'append' | 'readAll' | 'readStream'>
  readonly tree: TreeStore
  readonly signer: NoteSigner & { readonly vkey: string }
  readonly now: () => Date
  readonly newId: () => string
}

export interface SealStep {
  readonly head: TreeHead
  /** The tree has all that the log had. */
  readonly isAtHead: boolean
  readonly isSealed: boolean
}

/** The tree does not continue the last seal: its tables were changed, or the log was. Nothing is signed. */
export class TreeDiffers extends TileDamaged {}

/** The last seal of the log, and where the next event of its stream stands. */
interface LastSeal {
  readonly size: number
  readonly root: string | null
  readonly keyId: string | undefined
  readonly expected: Expected
}

/**
 * Takes the next events of the log into the tree, and signs it. Events that are seals themselves are leaves as well, but
 * are no reason for a new seal: otherwise a log at rest would grow for ever.
 * @throws StoreError, TileDamaged, TreeMoved when another process was faster: the next step goes on from there
 */
export async function sealNext(deps: SealerDeps): Promise<SealStep> {
  const { log, tree } = deps
  const from = await sameLogState(deps)
  const page = await log.readAll(from.position, { limit: UNSEALED_EVENTS_MAX })
  const to = stateAfter(from, page)
  const leaves = page.events.map((event) => ({ hash: leafHash(leafOf(event)), position: event.position }))
  // A log at rest may go on with events of its server alone, which are no leaves: they are read again, not written down.
  const hasMoved = leaves.length > 0 || (!page.isAtHead && to.position > from.position)
  const head = hasMoved ? await tree.extend(from, leaves, to) : await tree.head()
  const last = await lastSealOf(log)
  const isDue = to.changesEnd > last.size
  if (isDue) await expectContinued(tree, last, head)
  return { head, isAtHead: page.isAtHead, isSealed: isDue && (await seal(deps, head, last)) }
}

/** As a witness would: tables that somebody has changed must not get a signature. */
async function expectContinued(tree: TreeStore, { size, root }: LastSeal, head: TreeHead): Promise<void> {
  if (root === null) return
  const proof = await tree.hashesOf(consistencyRanges(size, head.size))
  if (!isConsistent({ size, root: Buffer.from(root, 'base64') }, head, proof))
    throw new TreeDiffers(`the tree of ${head.size} leaves does not continue the seal of ${size}`)
}

/** An older copy of the log that has grown again has other events: its tree is made from its beginning. */
async function sameLogState({ log, tree }: SealerDeps): Promise<TreeState> {
  const state = await tree.state()
  if (state.mark === undefined || (await holdsMark(log, state.mark))) return state
  await tree.clear()
  return tree.state()
}

function stateAfter(from: TreeState, { events, scannedTo: position }: LogPage): TreeState {
  const last = events.at(-1)
  if (last === undefined) return { ...from, position }
  const lastChange = events.findLastIndex(({ stream }) => stream !== LOG_SEALS_STREAM)
  return {
    size: from.size + events.length,
    position,
    mark: { id: last.id, stream: last.stream, revision: last.revision },
    changesEnd: lastChange < 0 ? from.changesEnd : from.size + lastChange + 1,
  }
}

/** A key is named in the append of its first seal, so that the stream always ends in a seal. */
async function lastSealOf(log: Pick<EventStore, 'readStream'>): Promise<LastSeal> {
  const [newest] = await log.readStream(LOG_SEALS_STREAM, { direction: 'backward', limit: 1 })
  if (newest === undefined) return { size: 0, root: null, keyId: undefined, expected: 'noStream' }
  const { data } = readEvent(newest) as PastEventOf<'LogSealed'>
  return { size: Number(data.size), root: data.root, keyId: data.keyId, expected: newest.revision }
}

/** @returns false when another sealer was faster: its seal counts */
async function seal(deps: SealerDeps, head: TreeHead, last: LastSeal): Promise<boolean> {
  const { log, signer } = deps
  const text = checkpointText({ origin: signer.name, ...head })
  const sealed = eventOf(deps, 'LogSealed', {
    size: String(head.size),
    root: head.root.toString('base64'),
    previous: last.root,
    keyId: signer.id,
    signature: signer.sign(text).toString('base64'),
  })
  const isNewKey = last.keyId !== signer.id
  const named = isNewKey ? [eventOf(deps, 'SealKeyNamed', { vkey: signer.vkey })] : []
  try {
    await log.append(LOG_SEALS_STREAM, last.expected, [...named, sealed])
    return true
  } catch (error) {
    if (isStoreError(error, 'Conflict')) return false
    throw error
  }
}

function eventOf({ now, newId }: SealerDeps, type: string, data: NewEvent['data']): NewEvent {
  const id = newId()
  const actor = { kind: 'system', id: 'sealer' } as const
  const meta = { actor, occurredAt: now().toISOString(), correlationId: id, causationId: null }
  return { id, type, version: 1, data, meta }
}
