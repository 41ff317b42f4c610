import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { START, type JsonObject, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import { auditStream } from '@app/contracts/record.ts'
import { PLAIN_CODEC } from '../testing/memory-events.ts'
import { inTransaction } from '../../platform/postgres/in-transaction.ts'
import { TryAgain } from '../handle-or-park.ts'
import { skipIdOf } from '../log/ids.ts'
import { waitsForLock } from '../../../tests/support/lock-waits.ts'
import { accountsModel } from '@app/projections/accounts/read-model.ts'
import { NOW, reusedReadSides, type Given, type ReadSide } from '@app/projections/testing/read-side.ts'
import type { Projection } from './projection.ts'
import { findParked, listParked, retryInBuilds, TURN_MAX } from './parked.ts'

interface Said {
  readonly who: string
  readonly word: string
}
const saidIn = ({ data }: { readonly data: JsonObject }): Said => data as unknown as Said

/** Words that the program refuses; it is mended in the middle of a test. */
let refused: ReadonlySet<string>
let folds = 0
/** Each row has what was said of somebody, in the order in which it was folded. Its table refuses `#`. */
const story: Projection = {
  name: 'story',
  version: 1,
  handles: ['SlugClaimed'],
  tables: "create table told (who text primary key, said text not null check (said not like '%#%'))",
  views: ['told'],
  subjectOf: (event) => saidIn(event).who,
  project: async (tx, events) => {
    folds += 1
    const told = new Map<string, string>()
    for (const { who, word } of events.map(saidIn)) {
      if (refused.has(word)) throw new Error('refused by the reader')
      told.set(who, `${told.get(who) ?? ''} ${word}`)
    }
    await tx.query(
      `insert into told select * from unnest($1::text[], $2::text[])
       on conflict (who) do update set said = told.said || excluded.said`,
      [[...told.keys()], [...told.values()]],
    )
  },
}

const openSide = reusedReadSides()
let side: ReadSide
beforeEach(async () => {
  side = await openSide()
  refused = new Set(['bad'])
})
afterEach(() => side.close())

const said = (who: string, word: string): Given => ({
  type: 'SlugClaimed',
  stream: `slug-${randomUUID()}`,
  data: { who, word },
})
async function tell(...events: readonly Given[]): Promise<void> {
  await side.given(...events)
  await side.project(story)
}
const retry = (position?: Position, of: Projection = story) =>
  retryInBuilds(
    { ...side.sealedRows(), db: side.db, log: side.store, codec: PLAIN_CODEC, now: () => NOW },
    of,
    position,
  )
const told = async () =>
  Object.fromEntries(
    (
      (await side.rows('select who, trim(said) as said from read.told')) as { who: string; said: string }[]
    ).map(({ who, said: words }) => [who, words]),
  )
const listed = () => listParked(side.db, 'story', { after: START, limit: 1_000 })
const positions = async (): Promise<readonly Position[]> => (await listed()).map(({ position }) => position)
/** Says of each parked event whether it was refused, or waits. */
const parked = async () => (await listed()).map(({ error }) => (error === null ? 'waits' : 'refused'))

async function skip(position: Position): Promise<void> {
  const id = skipIdOf('story', position)
  await side.given({
    type: 'ParkedEventSkipped',
    stream: auditStream(id),
    id,
    data: { projection: 'story', position: String(position), reason: 'a test' },
  })
}

describe('retrying', () => {
  test('folds what fits now, of each subject in order; what does not keeps its present cause [PROJ-10]', async () => {
    await tell(
      said('ana', 'bad'),
      said('bea', 'bad'),
      said('ana', 'one'),
      said('bea', '#'),
      said('bea', 'two'),
    )
    refused = new Set()
    expect(await retry()).toBe(3)
    expect(await told()).toEqual({ ana: 'bad one', bea: 'bad' })
    expect(await listed()).toMatchObject([
      { type: 'SlugClaimed', error: expect.stringContaining('23514') as string, waitsFor: undefined },
      { error: null, waitsFor: (await positions())[0] },
    ])
    expect(await retry()).toBe(0)
    await tell(said('ana', 'three'), said('bea', 'three'))
    expect(await told()).toEqual({ ana: 'bad one three', bea: 'bad' })
  })

  test('of one event takes its subject only, from its first parked event on [PROJ-10]', async () => {
    await tell(said('ana', 'bad'), said('bea', 'bad'), said('ana', 'one'))
    refused = new Set()
    expect(await retry((await positions())[2]!)).toBe(2)
    expect(await told()).toEqual({ ana: 'bad one' })
    expect(await parked()).toEqual(['refused'])
  })

  test('also folds what a runner parked while it waited for that runner [PROJ-10]', async () => {
    await tell(said('ana', 'bad'))
    refused = new Set()
    let retrying: Promise<unknown> = Promise.resolve()
    await inTransaction(side.db, async (client) => {
      await client.query('select from kernel.checkpoints for update')
      retrying = retry()
      await waitsForLock(side.db, retrying)
      const later = said('ana', 'one')
      await side.given(later)
      await client.query(
        `insert into kernel.parked (name, position, subject, error, stream, revision)
         values ('story_v1', $1, 'ana', 'x', $2, 0)`,
        [await side.store.headPosition(), later.stream],
      )
    })
    expect(await retrying).toBe(2)
    expect(await told()).toEqual({ ana: 'bad one' })
  })

  test('keeps each turn of many, in which nothing is folded without what comes before it [PROJ-10]', async () => {
    const many = Array.from({ length: TURN_MAX }, (_, n) => said(n % 2 === 0 ? 'ana' : 'bea', `w${n}`))
    refused = new Set(['bad', 'worse'])
    await tell(said('ana', 'bad'), said('bea', 'worse'), ...many, said('ana', 'last'))
    refused = new Set(['worse'])
    const { readStream } = side.store
    const lost = vi.spyOn(side.store, 'readStream').mockImplementation(async (stream, options) => {
      const events = await readStream.call(side.store, stream, options)
      if (events.some((event) => saidIn(event).word === 'last')) throw new TryAgain('away')
      return events
    })
    await expect(retry()).rejects.toThrow('away')
    lost.mockRestore()
    const words = many.map(saidIn).flatMap(({ who, word }) => (who === 'ana' ? [word] : []))
    expect(await told()).toEqual({ ana: ['bad', ...words.slice(0, -1)].join(' ') })
    folds = 0
    expect([await retry((await positions()).at(-1)), folds]).toEqual([2, 1])
    expect(await told()).toEqual({ ana: ['bad', ...words, 'last'].join(' ') })
    expect((await parked()).slice(0, 2)).toEqual(['refused', 'waits'])
  })

  test('leaves an event that nobody can find again, with the reason', async () => {
    await tell(said('ana', 'bad'), said('bea', 'bad'), said('bea', 'one'))
    refused = new Set()
    await side.db.query("update kernel.parked set stream = null where subject = 'ana'")
    await side.db.query("update kernel.parked set revision = 7 where error not like 'waits%'")
    expect(await retry()).toBe(0)
    expect((await listed()).map(({ error }) => error)).toMatchObject([
      expect.stringContaining('refused') as string,
      expect.stringContaining('no such event') as string,
      null,
    ])
  })
})

test('a skipped event is left out, later ones of its subject follow, and a build from zero lacks it too and knows so [PROJ-10]', async () => {
  await tell(said('ana', 'bad'), said('ana', 'one'), said('ana', '#'), said('ana', 'two'))
  const [bad] = await positions()
  await skip(bad!)
  expect(await retry(bad)).toBe(2)
  expect([await told(), await parked()]).toEqual([{ ana: 'one' }, ['refused', 'waits']])
  const [hash] = await positions()
  await skip(hash!)
  expect(await retry()).toBe(2)
  expect([await told(), await listed()]).toEqual([{ ana: 'one two' }, []])
  await tell(said('ana', 'three'))
  expect(await told()).toEqual({ ana: 'one two three' })

  const lacking = await side.rows('select position from kernel.parked')
  await fromZero()
  await side.project(story, 3)
  expect(await told()).toEqual({ ana: 'one two three' })
  expect(await side.rows('select position from kernel.parked where is_skipped')).toEqual(lacking)
  expect(await findParked(side.db, 'story', 1n as Position)).toBeUndefined()
})

async function fromZero(): Promise<void> {
  await side.db.query('truncate story_v1.told; delete from kernel.parked')
  await side.db.query("update kernel.checkpoints set position = 0 where name = 'story_v1'")
}

test('a person who was erased meanwhile stays erased when their parked events are folded [PROJ-10]', async () => {
  const stream = 'account-one'
  const data = { name: 'Ana', email: 'ana@x.example' }
  const registered = (as: Given['data'], of = stream) => ({
    type: 'AccountRegistered',
    stream: of,
    data: as,
  })
  await side.given(
    registered({ ...data, name: 5 }),
    { type: 'AdminGranted', stream, data: {} },
    { type: 'SubjectErased', stream: 'erasure-1', data: { subject: stream } },
    { type: 'AdminRevoked', stream, data: {} },
    registered(data, 'account-two'),
  )
  await side.project(accountsModel)
  const mendedEvent = (event: StoredEvent): StoredEvent =>
    event.type === 'AccountRegistered' && event.stream === stream ? { ...event, data } : event
  const mended: Projection = {
    ...accountsModel,
    project: (tx, events) => accountsModel.project(tx, events.map(mendedEvent)),
  }
  expect(await retry(undefined, mended)).toBe(3)
  expect(
    await side.rows('select id, is_admin, words is null as is_erased from read.accounts order by id'),
  ).toEqual([
    { id: 'one', is_admin: false, is_erased: true },
    { id: 'two', is_admin: false, is_erased: false },
  ])
  expect(await side.rows('select position from kernel.parked')).toEqual([])
})
