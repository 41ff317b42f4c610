import { NO_DETAILS } from '@app/contracts/profiles/events.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountsModel } from '@app/projections/accounts/read-model.ts'
import { historyProjection } from '@app/projections/history/projection.ts'
import { profilesModel } from '@app/projections/profiles/read-model.ts'
import { transactionOn } from './fold-build.ts'
import type { Projection } from './projection.ts'
import { erased, openReadSide, type Given, type ReadSide } from '@app/projections/testing/read-side.ts'
import { subscriptionsModel } from '@app/projections/subscriptions/read-model.ts'
import { visitorsModel } from '@app/projections/visitors/read-model.ts'

const OTHERS = 40
/** An event reads the rows of one person, a few times. */
const ROWS_READ_MAX = 20

const uuidOf = (nth: number): string => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
const subjectsOf = (nth: number) => ({
  account: `account-${nth}`,
  profile: `profile-${uuidOf(nth)}`,
  visitor: `visitor-${uuidOf(nth)}.${uuidOf(nth)}`,
  subscription: `subscription-${uuidOf(nth)}`,
})

function storyOf(nth: number): readonly Given[] {
  const { account, profile, visitor, subscription } = subjectsOf(nth)
  const details = { ...NO_DETAILS, name: 'Ana' }
  const told = { profileId: uuidOf(nth), visitorId: uuidOf(nth), fullName: 'Bea' }
  return [
    { type: 'AccountRegistered', stream: account, data: { name: 'Ana', email: `${nth}@example.com` } },
    { type: 'ProfileCreated', stream: profile, data: { ownerId: `${nth}`, slug: `ana-${nth}`, details } },
    { type: 'VisitorIdentified', keyRef: visitor, data: told },
    { type: 'ReminderSubscribed', stream: subscription, data: { profileId: uuidOf(nth), consent: 'v1' } },
  ]
}

function endingOf(nth: number): readonly Given[] {
  const { account, profile, visitor, subscription } = subjectsOf(nth)
  return [
    { type: 'ProfileEdited', stream: profile, data: { changes: { bio: 'Hola' } } },
    { type: 'ReminderCancelled', stream: subscription, data: { by: 'subscriber' } },
    ...[profile, account, visitor, subscription, 'profile-nobody'].map((subject) => erased(subject)),
    { type: 'ProfileDeleted', stream: profile, data: {} },
    { type: 'AccountErased', stream: account, data: {} },
  ]
}

let side: ReadSide
beforeAll(async () => {
  side = await openReadSide()
  for (let nth = 0; nth < OTHERS; nth += 1) await side.given(...storyOf(nth))
})
afterAll(() => side.close())

const ROWS_READ = `select max(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
  from pg_stat_xact_user_tables where schemaname = $1`

// Another person in each: each run folds the events of the one before.
const READ_MODELS = [accountsModel, profilesModel, visitorsModel, subscriptionsModel, historyProjection].map(
  (projection, nth) => ({
    name: projection.name,
    projection,
    ending: endingOf(nth),
  }),
)

test.each(READ_MODELS)(
  'an event of the read model $name is folded without a look at the rows of others',
  async ({ projection, ending }) => {
    const { name: schema } = await side.project(projection)
    for (const given of ending) expect(await rowsRead(projection, schema, given)).toBeLessThan(ROWS_READ_MAX)
  },
)

/** Of the table that was read most. PostgreSQL reads small ones whole where it may: here only if no index serves. */
async function rowsRead(projection: Projection, schema: string, given: Given): Promise<number> {
  const before = await side.store.headPosition()
  await side.given(given)
  const page = await side.store.readAll(before, { limit: 1, filter: { types: projection.handles } })
  const client = await side.db.connect()
  try {
    // Otherwise this connection's earlier statements would count too.
    await client.query('select pg_stat_force_next_flush()')
    await client.query(`begin; set local search_path to "${schema}"; set local enable_seqscan = off`)
    const tx = transactionOn(client, side.sealedRows().seals)
    for (const event of page.events) await projection.project(tx, [event])
    return (await client.query<{ rows: number }>(ROWS_READ, [schema])).rows[0]!.rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}
