import { positionOf, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { checkpointText } from './checkpoint.ts'
import { recordDataOf, sealEventOf } from './seal-event.ts'
import { NoteRefused, noteVerifier, signatureLine } from './signed-note.ts'
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
    const seal = sealEventOf(event)
    if (seal !== undefined) seals.push({ ...seal, madeAt: new Date(seal.sealedAt) })
    const named = recordDataOf(event, 'SealKeyNamed')
    if (named !== undefined) keys.push(...keyOf(named.vkey))
    const kept = recordDataOf(event, 'CheckpointKept')
    if (kept !== undefined) keptSize = Math.max(keptSize, Number(kept.size))
  }
  return { seals, keys, keptSize }
}

function keyOf(vkey: string): readonly SealKey[] {
  try {
    return [{ id: noteVerifier(vkey).id, vkey }]
  } catch (error) {
    if (error instanceof NoteRefused) return []
    throw error
  }
}

type Queries = Pick<pg.ClientBase, 'query'>

export async function writeSeals(client: Queries, { seals, keys }: FoundSeals): Promise<void> {
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

interface SealRow {
  readonly size: string
  readonly position: string
  readonly root: Buffer
  readonly key_id: string
  readonly signature: Buffer
  readonly made_at: Date
}

/** A seal with the note that it stands for. */
export interface NotedSeal extends Seal {
  readonly vkey: string
  /** Its text and signatures: a signed note. */
  readonly checkpoint: string
  /** Somebody else has signed it. */
  readonly isWitnessed: boolean
}

type NotedRow = SealRow & { readonly vkey: string; readonly lines: string | null }

const NOTED = `select s.*, k.vkey,
    (select string_agg(c.line, '' order by c.witness) from record.cosignatures c 
      where c.size = s.size and c.root = s.root) as lines
  from record.seals s join record.seal_keys k using (key_id)`

function notedOf(row: NotedRow): NotedSeal {
  const seal = {
    size: Number(row.size),
    position: positionOf(row.position),
    root: row.root,
    keyId: row.key_id,
    signature: row.signature,
    madeAt: row.made_at,
  }
  const { name } = noteVerifier(row.vkey)
  const text = checkpointText({ origin: name, ...seal })
  const own = signatureLine({ name, id: seal.keyId, signature: seal.signature })
  return {
    ...seal,
    vkey: row.vkey,
    checkpoint: `${text}\n${own}${row.lines ?? ''}`,
    isWitnessed: row.lines !== null,
  }
}

export async function findNewestSeal(db: Queries): Promise<NotedSeal | undefined> {
  const { rows } = await db.query<NotedRow>({
    name: 'record-newest-seal',
    text: `${NOTED} order by s.size desc limit 1`,
  })
  return rows[0] && notedOf(rows[0])
}

/** The first seal that covers a leaf. */
export async function findSealOver(db: Queries, index: number): Promise<NotedSeal | undefined> {
  const { rows } = await db.query<NotedRow>({
    name: 'record-seal-over',
    text: `${NOTED} where s.size > $1 order by s.size limit 1`,
    values: [index],
  })
  return rows[0] && notedOf(rows[0])
}

/** @param to exclusive */
export async function hasSealBetween(
  db: Queries,
  from: number,
  to: number = Number.MAX_SAFE_INTEGER,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'record-seal-between',
    text: 'select from record.seals where size >= $1 and size < $2 limit 1',
    values: [from, to],
  })
  return rowCount === 1
}

/** Keys that the log has named: each verifies what it signed. */
export async function listSealKeys(db: Queries): Promise<readonly string[]> {
  const { rows } = await db.query<{ vkey: string }>(
    'select vkey from record.seal_keys order by vkey limit 1000',
  )
  return rows.map(({ vkey }) => vkey)
}

export interface Cosignature {
  readonly witness: string
  /** What it has signed. */
  readonly head: TreeHead
  /** As it stands below the checkpoint, ended. */
  readonly line: string
}

export async function keepCosignature(db: Queries, { witness, head, line }: Cosignature): Promise<void> {
  await db.query(
    `insert into record.cosignatures (witness, size, root, line) values ($1, $2, $3, $4)
     on conflict (witness) do update set size = excluded.size, root = excluded.root, line = excluded.line`,
    [witness, head.size, head.root, line],
  )
}

/** Of the newest checkpoint of this log that a second party has signed; 0 without one. */
export async function findCosignedSize(db: Queries): Promise<number> {
  const { rows } = await db.query<{ size: string | null }>({
    name: 'record-cosigned-size',
    text: 'select max(s.size) as size from record.cosignatures c join record.seals s using (size, root)',
  })
  return Number(rows[0]?.size ?? 0)
}
