import { START, type StoredEvent } from '@app/contracts/event-store.ts'
import { CATALOGUE, readEvent } from '@app/contracts/events/catalogue.ts'
import { logPages } from '@app/kernel/log-pages.ts'
import { mailboxIn } from '@app/kernel/codec.ts'
import type { Events } from '@app/kernel/commands.ts'
import type { KeyedNames } from '@app/vault/keys/keyed-names.ts'
import { createSubjects, type Subjects } from '@app/vault/keys/subjects.ts'
import type pg from 'pg'
import { loadRequest } from '../rights/requests.ts'

interface Reading {
  readonly db: pg.Pool
  readonly store: Events
  readonly names: Pick<KeyedNames, 'mailbox'>
}

const PERSONAL_TYPES = [...CATALOGUE.values()]
  .filter(({ personal }) => personal.length > 0)
  .map(({ type }) => type)
const TYPES = [...PERSONAL_TYPES, 'RequestConfirmed']

const UNREAD = 'select from vault.subjects where last_at is null limit 1'
const TABLE = 'create temporary table texts (subject text collate "C", at timestamptz, mailbox uuid)'
const ADD = 'insert into texts select * from unnest($1::text[], $2::timestamptz[], $3::uuid[])'
/** The latest mailbox is that of the present e-mail. */
const STORE = `
  update vault.subjects s
  set last_at = coalesce(greatest(s.last_at, t.at), s.created_at), mailbox_hash = coalesce(t.mailbox, s.mailbox_hash)
  from vault.subjects k left join (
    select subject, max(at) as at,
      (array_agg(mailbox order by at desc) filter (where mailbox is not null))[1] as mailbox
    from texts group by subject
  ) t using (subject)
  where s.subject = k.subject and (s.last_at is null or t.subject is not null)`

/** Rows of a former release get their instants from the log, once and all together: until then nobody's period is over. */
export async function readLastTexts(deps: Reading): Promise<void> {
  const { db, store } = deps
  if ((await db.query(UNREAD)).rowCount === 0) return
  const subjects = createSubjects(db)
  const client = await db.connect()
  try {
    await client.query(TABLE)
    for await (const page of logPages(store.log, START, { filter: { types: TYPES } })) {
      const events = await store.codec.decrypt(page.events, { frozen: true })
      const texts = (await Promise.all(events.map((event) => textIn(deps, subjects, event)))).flat()
      await client.query(ADD, [
        texts.map(({ subject }) => subject),
        texts.map(({ at }) => at),
        texts.map(({ mailbox }) => mailbox),
      ])
    }
    await client.query(STORE)
  } finally {
    // Ends the connection, and with it the temporary table.
    client.release(true)
  }
}

async function textIn({ store, names }: Reading, subjects: Subjects, stored: StoredEvent) {
  const { keyRef, occurredAt: at } = stored.meta
  if (keyRef !== undefined) return [{ subject: keyRef, at, mailbox: mailboxIn(stored, names.mailbox) }]
  const event = readEvent(stored)
  if (event.type !== 'RequestConfirmed' || event.data.by !== 'admin') return []
  // Somebody who came back after an erasure is another person.
  if ((await subjects.keyIdOf(event.data.about, new Date(at))) === undefined) return []
  const request = await loadRequest({ store }, stored.stream.slice('request-'.length))
  const mailbox = request.status === 'unknown' ? undefined : request.received.mailboxId
  return [{ subject: event.data.about, at: null, mailbox }]
}
