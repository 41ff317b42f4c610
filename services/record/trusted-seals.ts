import { setImmediate as nextTurn } from 'node:timers/promises'
import { isStoreError, type EventStore } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { checkpointText } from './checkpoint.ts'
import {
  listSealKeys,
  listSeals,
  type FoundSeals,
  type Seal,
  type SealRow,
  type SizeRange,
} from './seal-tables.ts'
import { trustedKeys, type SealHead } from './sealing/seal-head.ts'
import { signatureLine, type NoteVerifier } from './signed-note.ts'
import { readableOf } from './unreadable-events.ts'
import { createKeys, readSeals, sealRecordOf } from './history/seal-records.ts'
import type { TreeStore } from './tree/tree-store.ts'
import type { Hash } from './tree/merkle-tree.ts'
import { TileDamaged } from './tree/tiles.ts'

// Whoever has the database can write any row into the tables of the seals. Each is checked as it is read: its key is one
// that the log names, its signature is that key's, and its root is that of the tree.

export interface SealTrust {
  readonly db: Pick<pg.Pool, 'query'>
  readonly tree: Pick<TreeStore, 'hashesOf'>
  readonly keyOf: LogKeys
}

/** Checks what a key of this log has signed; undefined for a key that is not one. */
export interface LogKeys {
  (vkey: string): Promise<NoteVerifier | undefined>
  readonly withId: (id: string) => Promise<NoteVerifier | undefined>
}

/** A seal with the note that it stands for. */
export interface NotedSeal extends Seal {
  readonly vkey: string
  /** Its text and signatures: a signed note. */
  readonly checkpoint: string
}

const PAGE_EVENTS = 256

/**
 * Its own key, those that lie beside it, and those whose name one of them has signed in the log. The stream of the seals
 * is read for a key that is not known yet, each event once.
 */
export function createLogKeys(
  log: Pick<EventStore, 'readStream'>,
  own: string,
  head: Pick<SealHead, 'read'>,
): LogKeys {
  const keys = createKeys([own])
  let next = 0n
  let reading: Promise<void> | undefined
  async function readOn(): Promise<void> {
    for (const vkey of trustedKeys(own, await head.read())) keys.add(vkey)
    for (let limit = PAGE_EVENTS; ;) {
      const page = await readSeals(log, next, limit).catch(nothingToRead)
      if (page === undefined || page.events.length === 0) return
      for (const event of readableOf(page.events))
        if (event.type === 'SealKeyNamed') sealRecordOf(event, keys)
      next = page.next
      limit = Math.min(PAGE_EVENTS, 2 * page.limit)
    }
  }
  const known = async (find: () => NoteVerifier | undefined): Promise<NoteVerifier | undefined> => {
    if (find() === undefined) await (reading ??= readOn().finally(() => (reading = undefined)))
    return find()
  }
  return Object.assign((vkey: string) => known(() => keys.named(vkey)), {
    withId: (id: string) => known(() => keys.withId(id)),
  })
}

/** Whoever closes the stream takes away the names that were not read yet. */
function nothingToRead(error: unknown): undefined {
  if (!isStoreError(error, 'StreamClosed')) throw error
}

const VERIFIED_AT_ONCE = 32

/** What a key of this log has signed: anybody may append other seals and names, any number of them. */
export async function signedSeals({ seals, keys }: FoundSeals, keyOf: LogKeys): Promise<FoundSeals> {
  const found: { seals: Seal[]; keys: FoundSeals['keys'][number][] } = { seals: [], keys: [] }
  const byId = new Map<string, NoteVerifier | undefined>()
  for (const [nth, seal] of seals.entries()) {
    if (nth % VERIFIED_AT_ONCE === VERIFIED_AT_ONCE - 1) await nextTurn()
    if (!byId.has(seal.keyId)) byId.set(seal.keyId, await keyOf.withId(seal.keyId))
    const key = byId.get(seal.keyId)
    const isSigned = key?.verify(checkpointText({ origin: key.name, ...seal }), seal.signature) === true
    if (isSigned) found.seals.push(seal)
  }
  for (const key of keys) if ((await keyOf(key.vkey)) !== undefined) found.keys.push(key)
  return found
}

export const findNewestSeal = (trust: SealTrust): Promise<NotedSeal | undefined> => findSealIn(trust, {})

/** The newest of these sizes, or the oldest one. */
export async function findSealIn(trust: SealTrust, sizes: SizeRange): Promise<NotedSeal | undefined> {
  for (const row of await listSeals(trust.db, sizes)) {
    const seal = await trusted(trust, row)
    if (seal !== undefined) return seal
  }
  return undefined
}

/** The newest seal by its signature alone, for whoever proves events by its root. */
export async function findSignedSeal(trust: SealTrust): Promise<NotedSeal | undefined> {
  for (const row of await listSeals(trust.db, {})) {
    const seal = await signed(trust, row)
    if (seal !== undefined) return seal
  }
  return undefined
}

/** The first seal that covers a leaf. */
export const findSealOver = (trust: SealTrust, index: number): Promise<NotedSeal | undefined> =>
  findSealIn(trust, { from: index + 1, isOldest: true })

/** Keys that the log has named: each verifies what it signed. */
export async function listTrustedKeys({ db, keyOf }: SealTrust): Promise<readonly string[]> {
  const trusted: string[] = []
  for (const vkey of await listSealKeys(db)) if ((await keyOf(vkey)) !== undefined) trusted.push(vkey)
  return trusted
}

async function trusted(trust: SealTrust, row: SealRow): Promise<NotedSeal | undefined> {
  const seal = await signed(trust, row)
  return seal && (await rootAt(trust.tree, seal.size))?.equals(seal.root) === true ? seal : undefined
}

async function signed({ keyOf }: SealTrust, { vkey, ...seal }: SealRow): Promise<NotedSeal | undefined> {
  const key = await keyOf(vkey)
  if (key === undefined || key.id !== seal.keyId) return undefined
  const text = checkpointText({ origin: key.name, ...seal })
  if (!key.verify(text, seal.signature)) return undefined
  return { ...seal, vkey, checkpoint: `${text}\n${signatureLine({ ...key, signature: seal.signature })}` }
}

async function rootAt(tree: Pick<TreeStore, 'hashesOf'>, size: number): Promise<Hash | undefined> {
  try {
    return (await tree.hashesOf([{ start: 0, end: size }]))[0]
  } catch (error) {
    if (error instanceof TileDamaged) return undefined
    throw error
  }
}
