import { positionOf, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import type pg from 'pg'
import { recordDataOf, sealEventOf } from './sealing/seal-event.ts'
import { verifierOf } from './signed-note.ts'
import { hashesIn } from './tree/tree-tables.ts'
import type { TreeHead } from './tree/merkle-tree.ts'

/** A seal of the log, as its event has it. */
export interface Seal extends TreeHead {
  /** Of the event. */
  readonly position: Position
  readonly keyId: string
  readonly signature: Buffer
  readonly madeAt: Date
}

interface SealKey {
  readonly id: string
  readonly vkey: string
}

/** What the log says about its own seals, in some of its events. */
export interface FoundSeals {
  readonly seals: readonly Seal[]
  readonly keys: readonly SealKey[]
}

interface FoundInEvents extends FoundSeals {
  /** Of the largest checkpoint that was kept elsewhere. */
  readonly keptSize: number
}

/** A record that does not fit its schema is none: `verify history` reports it, and sealing goes on. */
export function findSeals(events: readonly StoredEvent[]): FoundInEvents {
  const seals: Seal[] = []
  const keys: SealKey[] = []
  let keptSize = 0
  for (const event of events) {
    // Whoever may append could put any number of them elsewhere.
    const isOfSeals = event.stream === LOG_SEALS_STREAM
    const seal = isOfSeals ? sealEventOf(event) : undefined
    if (seal !== undefined) seals.push({ ...seal, madeAt: new Date(seal.sealedAt) })
    const named = isOfSeals ? recordDataOf(event, 'SealKeyNamed') : undefined
    const key = named && verifierOf(named.vkey)
    if (key !== undefined) keys.push({ id: key.id, vkey: named!.vkey })
    const kept = Number(recordDataOf(event, 'CheckpointKept')?.size)
    if (Number.isSafeInteger(kept)) keptSize = Math.max(keptSize, kept)
  }
  return { seals, keys, keptSize }
}

type Queries = Pick<pg.ClientBase, 'query'>

/**
 * What a key has signed of a branch that was given up can be appended again: no row of a size may have it in place of the
 * seal that the tree has, or will have.
 * @throws TileDamaged
 */
export async function sealsOfTree(
  db: Queries,
  treeSize: number,
  seals: readonly Seal[],
): Promise<readonly Seal[]> {
  const within = seals.filter(({ size }) => size > 0 && size <= treeSize)
  if (within.length === 0) return []
  const roots = await hashesIn(
    db,
    within.map(({ size }) => ({ start: 0, end: size })),
  )
  return within.filter(({ root }, nth) => roots[nth]!.equals(root))
}

/** @param treeSize of the tree that the tables have, with the events of these seals */
export async function writeSeals(
  client: Queries,
  treeSize: number,
  { seals: found, keys }: FoundSeals,
): Promise<void> {
  const seals = await sealsOfTree(client, treeSize, found)
  if (seals.length > 0)
    await client.query(
      `insert into record.seals (size, position, root, key_id, signature, made_at)
       select * from unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::text[], $5::bytea[], $6::timestamptz[])
       on conflict (size) do nothing`,
      [
        seals.map(({ size }) => size),
        seals.map(({ position }) => String(position)),
        seals.map(({ root }) => root),
        seals.map(({ keyId }) => keyId),
        seals.map(({ signature }) => signature),
        seals.map(({ madeAt }) => madeAt),
      ],
    )
  if (keys.length > 0)
    await client.query(
      `insert into record.seal_keys (key_id, vkey) select * from unnest($1::text[], $2::text[])
       on conflict (key_id) do nothing`,
      [keys.map(({ id }) => id), keys.map(({ vkey }) => vkey)],
    )
}

/** As the tables have it: nothing of it was checked. */
export interface SealRow extends Seal {
  readonly vkey: string
}

interface StoredSeal {
  readonly size: string
  readonly position: string
  readonly root: Buffer
  readonly key_id: string
  readonly signature: Buffer
  readonly made_at: Date
  readonly vkey: string
}

const rowOf = (row: StoredSeal): SealRow => ({
  size: Number(row.size),
  position: positionOf(row.position),
  root: row.root,
  keyId: row.key_id,
  signature: row.signature,
  madeAt: row.made_at,
  vkey: row.vkey,
})

/** Of several rows the first good one counts. More bad ones than these hide it: `verify history` names them. */
const SEALS_AT_ONCE = 16

export interface SizeRange {
  readonly from?: number
  /** Exclusive. */
  readonly to?: number
  readonly isOldest?: boolean
}

/** The newest ones first, or the oldest ones. */
export async function listSeals(
  db: Queries,
  { from = 1, to = Number.MAX_SAFE_INTEGER, isOldest = false }: SizeRange,
): Promise<readonly SealRow[]> {
  const { rows } = await db.query<StoredSeal>({
    name: isOldest ? 'record-oldest-seals' : 'record-newest-seals',
    text: `select s.*, k.vkey from record.seals s join record.seal_keys k using (key_id)
      where s.size >= $1 and s.size < $2 and s.size <= (select size from record.tree)
      order by s.size ${isOldest ? '' : 'desc'} limit ${SEALS_AT_ONCE}`,
    values: [from, to],
  })
  return rows.map(rowOf)
}

/** Keys that the log has named, as far as the tables say. */
export async function listSealKeys(db: Queries): Promise<readonly string[]> {
  const { rows } = await db.query<{ vkey: string }>(
    'select vkey from record.seal_keys order by vkey limit 1000',
  )
  return rows.map(({ vkey }) => vkey)
}
