import type { KeptAs, StateSnapshots } from '@app/contracts/state-snapshots.ts'
import type pg from 'pg'
import { unavailable } from '../keys/destroyed-keys.ts'
import { open, seal, type RandomBytes } from '../keys/sealing.ts'
import type { SubjectKeys } from '../keys/subject-keys.ts'

interface Row {
  readonly revision: string
  readonly last_id: string
  readonly sealed: Buffer
}

/** A block and its end change it: a state that lacks words is not taken for a whole one, nor the other way round. */
const OF_KEY = `k.key_id::text || coalesce(' ' || nullif(k.freezes, 0), '')`

const MARK = `select coalesce(${OF_KEY}, 'none ' || l.count) as mark
  from vault.key_losses l left join vault.subjects k on k.subject = $1`

const FIND = `select revision, last_id, sealed from vault.state_snapshots
  where stream = $1 and fold = $2 and version = $3 and store_id = $4`

// The lock makes a destruction of the key wait, and then remove this row too.
const SAVE = `insert into vault.state_snapshots as known
    (stream, fold, version, store_id, revision, last_id, sealed)
  select $1, $2, $3, $4, $5, $6, $7
    from vault.subjects k where k.subject = $1 and ${OF_KEY} = $8 for key share
  on conflict (stream) do update set fold = excluded.fold, version = excluded.version,
    store_id = excluded.store_id, revision = excluded.revision, last_id = excluded.last_id, sealed = excluded.sealed
  where (known.fold, known.version, known.store_id) <> (excluded.fold, excluded.version, excluded.store_id)
    or known.revision < excluded.revision`

export function createSealedSnapshots(deps: {
  readonly db: Pick<pg.Pool, 'query'>
  readonly keys: Pick<SubjectKeys, 'forReading'>
  readonly storeId: string
  readonly random: RandomBytes
}): StateSnapshots {
  const { db, keys, storeId, random } = deps
  const placeOf = (stream: string, { name, version }: KeptAs, revision: bigint, lastId: string): string =>
    ['state', storeId, stream, name, version, revision, lastId].join('/')
  const keyOf = async (stream: string): Promise<Buffer | undefined> =>
    (await keys.forReading([stream])).get(stream)

  return {
    markOf: async (stream) => {
      const { rows } = await db
        .query<{ mark: string }>({ name: 'state-mark', text: MARK, values: [stream] })
        .catch(unavailable)
      return rows[0]!.mark
    },
    find: async (stream, fold) => {
      const asked = db.query<Row>(FIND, [stream, fold.name, fold.version, storeId]).catch(unavailable)
      const [{ rows }, key] = await Promise.all([asked, keyOf(stream)])
      const [row] = rows
      if (row === undefined || key === undefined) return undefined
      const [revision, lastId] = [BigInt(row.revision), row.last_id]
      const bytes = opened(key, placeOf(stream, fold, revision, lastId), row.sealed)
      return bytes && { next: revision + 1n, lastId, bytes }
    },
    save: async (stream, fold, { next, lastId, bytes }, mark) => {
      const key = await keyOf(stream)
      if (key === undefined) return
      const revision = next - 1n
      const sealed = seal(key, placeOf(stream, fold, revision, lastId), bytes, random)
      const { name, version } = fold
      await db.query(SAVE, [stream, name, version, storeId, revision, lastId, sealed, mark])
    },
  }
}

function opened(key: Buffer, place: string, sealed: Buffer): Buffer | undefined {
  try {
    return open(key, place, sealed)
  } catch {
    return undefined
  }
}
