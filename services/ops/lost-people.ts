import { START, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import { CATALOGUE, readEvent } from '@app/contracts/events/catalogue.ts'
import { subjectErased } from '@app/contracts/events/record.ts'
import { logPages } from '@app/event-store/log-pages.ts'
import type { Stores } from '@app/runtime/backend/open-stores.ts'

/** Counts by the first word of the subject: account, profile, visitor, quotation, subscription. */
export type LostPeople = ReadonlyMap<string, number>

interface Counting {
  readonly signal: AbortSignal
  readonly onProgress: (position: Position, target: Position) => void
}

const PERSONAL_TYPES = [...CATALOGUE.values()]
  .filter(({ personal }) => personal.length > 0)
  .map(({ type }) => type)
const TYPES = [...PERSONAL_TYPES, subjectErased.type]

const TABLE = 'create temporary table concerned (subject text collate "C" primary key)'
const ADD = 'insert into concerned select unnest($1::text[]) on conflict do nothing'
const REMOVE = 'delete from concerned where subject = any($1)'
const COUNT = `
  select split_part(subject, '-', 1) as kind, count(*) as count from concerned c
  where not exists (select from vault.subjects k where k.subject = c.subject and k.wrapped_key <> '')
  group by kind order by kind`

/**
 * Counts subjects with personal data in the log that are neither erased nor have a key here. Collects them in a
 * temporary table, because visitors may be millions. Answers undefined when interrupted.
 */
export async function countLostPeople(
  { app, sealed }: Pick<Stores, 'app' | 'sealed'>,
  { signal, onProgress }: Counting,
): Promise<LostPeople | undefined> {
  const client = await app.connect()
  try {
    await client.query(TABLE)
    const target = await sealed.headPosition()
    for await (const { events, scannedTo } of logPages(sealed, START, { filter: { types: TYPES } })) {
      const { added, removed } = changesIn(events)
      await client.query(REMOVE, [removed])
      await client.query(ADD, [added])
      if (signal.aborted) return undefined
      onProgress(scannedTo, target)
    }
    const { rows } = await client.query<{ kind: string; count: string }>(COUNT)
    return new Map(rows.map(({ kind, count }) => [kind, Number(count)]))
  } finally {
    // Ends the connection, and with it the temporary table.
    client.release(true)
  }
}

/** Each subject once. A subject that returned after its erasure has data in the log again. */
function changesIn(events: readonly StoredEvent[]) {
  const isThere = new Map<string, boolean>()
  for (const stored of events) {
    if (stored.type !== subjectErased.type) {
      if (stored.meta.keyRef !== undefined) isThere.set(stored.meta.keyRef, true)
      continue
    }
    const event = readEvent(stored)
    if (event.type === subjectErased.type) isThere.set(event.data.subject, false)
  }
  const subjects = [...isThere.keys()]
  return {
    added: subjects.filter((subject) => isThere.get(subject)),
    removed: subjects.filter((subject) => !isThere.get(subject)),
  }
}
