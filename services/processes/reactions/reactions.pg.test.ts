import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { StoreError, type EventStore, type StoredEvent } from '@app/contracts/event-store.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { activationCode } from '@app/domain/activation-code.ts'
import { load } from '@app/event-store/handle.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/testing/memory-store.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { derivedId, newId } from '@app/event-store/ids.ts'
import { createPool } from '@app/postgres/pool.ts'
import { NAMES } from '@app/vault/testing/names.ts'
import { createGate } from '../../../tests/support/gate.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { activateAccount, takeSlotAndCreate } from '../accounts/activate-account.ts'
import { deleteProfile } from '../profiles/delete-profile.ts'
import { freedSlotReaction, slotReaction } from './reactions.ts'
import type { FollowDeps, Reaction, Trouble } from './follow-reaction.ts'
import { REACTIONS, startReactions } from './reactions.ts'
import { dyingAfter, typesIn } from '../testing/dying-store.ts'
import {
  accountOf,
  ANA,
  BY_ANA,
  CODE,
  codeStreamOf,
  issue,
  now,
  redeem,
  register,
  runOn,
} from '../testing/people.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { isLong, longTest } from '../../../tests/support/longer-runs.ts'

const ACTIVATION = ['CodeRedeemed', 'AccountActivated', 'ProfileSlotTaken', 'SlugClaimed', 'ProfileCreated']

let db: pg.Pool
let store: EventStore
let past: number
let troubles: Trouble[]
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  db = createPool((await createTestDatabase()).url, { role: 'svc_app', applicationName: 'test', max: 3 })
})
afterAll(() => db.end())
beforeEach(async () => {
  await db.query('delete from reaction.checkpoints')
  store = await openMemoryEventStore(createMemoryLog(), { now, newId })
  troubles = []
  await register(store)
  await issue(store)
  past = (await typesIn(store)).length
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  await store.dispose()
})

function start(reactions?: readonly Reaction[], more: Partial<FollowDeps> = {}) {
  const onTrouble = (trouble: Trouble): void => void troubles.push(trouble)
  const deps = {
    store,
    names: NAMES,
    db,
    now,
    newId,
    random: () => 0,
    monotonicMs: () => 0,
    graceMs: 0,
    onTrouble,
    ...more,
  }
  const running = startReactions(deps, reactions)
  stops.push(running.stop)
  return running
}

/** Reactions that begin only when so many followers have reached them, with their number of runs. */
function atOnce(followers: number, reactions: readonly Reaction[]): [readonly Reaction[], () => number] {
  let done = 0
  const held = reactions.map((reaction): Reaction => {
    const allAreHere = createGate()
    let here = 0
    const react: Reaction['react'] = async (...given) => {
      here += 1
      if (here === followers) allAreHere.open()
      await allAreHere.opened
      await reaction.react(...given)
      done += 1
    }
    return { ...reaction, react }
  })
  return [held, () => done]
}

const newTypes = async (): Promise<readonly string[]> => (await typesIn(store)).slice(past)

const until = (isSo: () => boolean | Promise<boolean>): Promise<void> =>
  eventually(async () => expect(await isSo()).toBe(true), { what: isSo })
const untilMade = () => until(async () => (await typesIn(store)).includes('ProfileCreated'))

const checkpoints = async () =>
  (await db.query<{ name: string; position: string }>('select * from reaction.checkpoints order by name'))
    .rows

const activate = (on = store) =>
  activateAccount({ store: on, names: NAMES, now, newId }, { accountId: ANA, code: CODE, actor: BY_ANA })

describe('an activation that died half-way', () => {
  test.each(isLong ? [1, 2, 3] : [2])('after %i appends is finished [LOG-8]', async (appends) => {
    await expect(activate(dyingAfter(appends, store))).rejects.toThrow('died')
    start()
    await untilMade()
    expect(await newTypes()).toEqual(ACTIVATION)
    expect(await activate()).toMatchObject({ slug: 'ana-rivas', account: { maxProfiles: 3 } })
    expect(troubles).toEqual([])
  })

  test('is finished by reactions that run already, and names its cause', async () => {
    start()
    const { appended } = await redeem(store)
    await untilMade()
    const events = await wholeLog(store)
    const cause = events.find(({ position }) => position === appended?.position)
    const created = events.find(({ type }) => type === 'ProfileCreated')
    expect(created?.meta).toMatchObject({ actor: BY_ANA, correlationId: cause?.meta.correlationId })
    expect(created?.meta.causationId).not.toBeNull()
  })

  test('is finished once by two that react at once, again and again', async () => {
    await redeem(store)
    const [reactions, timesDone] = atOnce(2, REACTIONS)
    const rivals = [start(reactions), start(reactions)]
    // Each rival reacts to the code and to the slot.
    await until(() => timesDone() === 4)
    await Promise.all(rivals.map(({ stop }) => stop()))
    await db.query('delete from reaction.checkpoints')
    start()
    await until(async () => (await checkpoints()).length === 2)
    expect(await newTypes()).toEqual(ACTIVATION)
    expect(troubles).toEqual([])
  })
})

test('a profile is created for a taken slot', async () => {
  await activate()
  const profileId = derivedId('second')
  await runOn(store, ANA, { type: 'TakeProfileSlot', profileId })
  start()
  await until(async () => (await store.head(profileStream(profileId))) !== 'noStream')
  const again = await takeSlotAndCreate(
    { store, names: NAMES, now, newId },
    { accountId: ANA, profileId, actor: BY_ANA },
  )
  expect(again).toMatchObject({ isNew: false, state: { details: { name: 'Ana', lastname: 'Rivas' } } })
})

test('a code that was redeemed by an account that another one activated is released, once', async () => {
  const other = 'PQRS-TUVW-XYZ2'
  await activate()
  await issue(store, other, 9)
  await redeem(store, other)
  const state = async () => (await load(store, activationCode, codeStreamOf(other))).state
  start()
  await until(async () => (await state()).status === 'available')
  await register(store, 'bea', 'Bea')
  await redeem(store, other, 'bea')
  await until(async () => (await accountOf(store, 'bea')).activation !== undefined)
  await db.query('delete from reaction.checkpoints')
  start()
  await until(async () => (await checkpoints()).length === 2)
  expect(await state()).toMatchObject({ status: 'used', accountId: 'bea' })
  expect((await typesIn(store)).filter((type) => type === 'CodeReleased')).toHaveLength(1)
  expect(await accountOf(store)).toMatchObject({ maxProfiles: 3 })
  expect(troubles).toEqual([])
})

describe('nothing is done', () => {
  const isDone = () => until(async () => (await checkpoints()).length === 2)

  test('for an account that was erased, or registered again since', async () => {
    await redeem(store)
    await runOn(store, ANA, { type: 'TakeProfileSlot', profileId: derivedId('lost') })
    await runOn(store, ANA, { type: 'EraseAccount' })
    const { stop } = start()
    await isDone()
    await stop()
    await db.query('delete from reaction.checkpoints')
    await register(store, ANA, 'Ana', '2026-11-21T12:00:00.000Z')
    start()
    await isDone()
    expect((await accountOf(store)).activation).toBeUndefined()
    expect(troubles).toEqual([])
  })

  test('for a slot that was freed again', async () => {
    const profileId = derivedId('freed')
    await runOn(store, ANA, { type: 'TakeProfileSlot', profileId })
    await runOn(store, ANA, { type: 'FreeProfileSlot', profileId })
    await redeem(store)
    start()
    await isDone()
    expect(await store.head(profileStream(profileId))).toBe('noStream')
  })
})

describe('a reaction', () => {
  /** A reaction to issued codes, decided by the test. */
  const reactionBy = (react: (event: StoredEvent) => void | Promise<void>): Reaction => ({
    name: 'test',
    types: ['CodeIssued'],
    react: async (_deps, event) => react(event),
  })
  const issueSome = async (...codes: readonly string[]): Promise<void> => {
    for (const code of codes) await issue(store, code)
  }

  test('skips a refused event, reports it, and continues', async () => {
    const seen: string[] = []
    await issueSome('A', 'B', 'C')
    start([
      reactionBy(({ stream }) => {
        seen.push(stream)
        if (stream === codeStreamOf('B')) throw new Refusal('conflict')
      }),
    ])
    await until(() => seen.length === 4)
    expect(seen.at(-1)).toBe(codeStreamOf('C'))
    expect(troubles).toMatchObject([{ reaction: 'test', passedOver: expect.anything() as bigint }])
  })

  longTest('continues after an outage, in order, from its checkpoint', async () => {
    const seen: string[] = []
    let outages = 3
    await issueSome('A', 'B')
    start([
      reactionBy(({ stream }) => {
        if (stream === codeStreamOf('A') && outages-- > 0) throw new StoreError('Unavailable', 'away')
        seen.push(stream)
      }),
    ])
    await until(() => seen.length === 3)
    expect(seen.slice(1)).toEqual([codeStreamOf('A'), codeStreamOf('B')])
    expect(troubles).toHaveLength(3)
    expect(troubles.every(({ passedOver }) => passedOver === undefined)).toBe(true)
    const [held] = await store.readStream(codeStreamOf('A'), { limit: 1 })
    expect(troubles.map(({ heldUpAt }) => heldUpAt)).toEqual(
      [held, held, held].map((event) => event?.position),
    )
  })

  test('continues from its checkpoint, and from the beginning on another log', async () => {
    const seen: string[] = []
    const reaction = reactionBy(({ stream }) => void seen.push(stream))
    const first = start([reaction])
    await until(async () => (await checkpoints()).length === 1)
    await first.stop()
    await issueSome('A')
    const second = start([reaction])
    await until(() => seen.length === 2)
    await second.stop()
    expect(seen).toEqual([codeStreamOf(CODE), codeStreamOf('A')])

    await store.dispose()
    store = await openMemoryEventStore(createMemoryLog(), { now, newId })
    await issueSome('B')
    start([reaction])
    await until(() => seen.length === 3)
    expect(seen.at(-1)).toBe(codeStreamOf('B'))
  })

  test('reads more than one page, and finishes the present event when it is stopped', async () => {
    const codes = Array.from({ length: 130 }, (_, n) => `N${n}`)
    await issueSome(...codes)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const seen: string[] = []
    const slow = start([
      reactionBy(async ({ stream }) => {
        if (seen.length === 120) await held
        seen.push(stream)
      }),
    ])
    await until(() => seen.length === 120)
    const stopped = slow.stop()
    release()
    await stopped
    expect(seen).toHaveLength(121)
    start([reactionBy(({ stream }) => void seen.push(stream))])
    await until(() => seen.length === 131)
    expect(new Set(seen).size).toBe(131)
  })

  longTest('survives an outage of the database, and loses nothing', async () => {
    const seen: string[] = []
    let isAway = true
    const away: FollowDeps['db'] = {
      query: ((text: string, values: unknown[]) => {
        if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
        return db.query(text, values)
      }) as pg.Pool['query'],
    }
    start([reactionBy(({ stream }) => void seen.push(stream))], { db: away })
    await until(() => troubles.length === 2)
    expect(seen).toEqual([])
    isAway = false
    await until(async () => (await checkpoints()).length === 1)
    isAway = true
    await issueSome('A')
    await until(() => troubles.length > 3)
    isAway = false
    await until(async () => Number((await checkpoints())[0]?.position) === Number(await store.headPosition()))
    expect(seen).toEqual([codeStreamOf(CODE), codeStreamOf('A')])
  })

  test('writes nothing while no matching event comes', async () => {
    let writes = 0
    const counted: FollowDeps['db'] = {
      query: ((text: string, values: unknown[]) => {
        if (text.startsWith('insert')) writes += 1
        return db.query(text, values)
      }) as pg.Pool['query'],
    }
    const { stop } = start([reactionBy(() => undefined)], { db: counted })
    await until(() => writes === 1)
    let registered = 0
    const concerned = async (): Promise<void> => void (registered += 1)
    start([{ name: 'concerned', types: ['AccountRegistered'], react: concerned }])
    await until(() => registered === 1)
    for (let n = 0; n < 5; n += 1) {
      await register(store, `person-${n}`)
      // Both are woken at the same time, and the concerned one has reacted.
      await until(() => registered === n + 2)
    }
    await issueSome('A')
    await until(() => writes > 1)
    await stop()
    expect(writes).toBe(2)
  })
})

test('the reaction to deleted profiles runs in every start', () => {
  expect(REACTIONS).toContain(freedSlotReaction)
})

describe('a deleted profile', () => {
  const slots = async () => (await accountOf(store)).slots
  const firstProfile = async () => (await accountOf(store)).slots[0]!

  test('frees its owner’s slot, once however often it is deleted', async () => {
    await activate()
    const profileId = await firstProfile()
    expect(await deleteProfile({ store, now, newId }, profileId, BY_ANA)).toBe(true)
    expect(await slots()).toEqual([])
    expect(await deleteProfile({ store, now, newId }, profileId, BY_ANA)).toBe(false)
    const freed = (await typesIn(store)).filter((type) => type === 'ProfileSlotFreed')
    expect(freed).toHaveLength(1)
  })

  test('frees it also when the process died after the deletion', async () => {
    await activate()
    const profileId = await firstProfile()
    const dying = { store: dyingAfter(1, store), now, newId }
    await expect(deleteProfile(dying, profileId, BY_ANA)).rejects.toThrow('died')
    expect(await slots()).toEqual([profileId])
    start([freedSlotReaction])
    await until(async () => (await slots()).length === 0)
    expect(troubles).toEqual([])
  })

  test('whose slot is taken again frees that as well', async () => {
    await activate()
    const profileId = await firstProfile()
    const deps = { store, names: NAMES, now, newId }
    await deleteProfile(deps, profileId, BY_ANA)
    await expect(takeSlotAndCreate(deps, { accountId: ANA, profileId, actor: BY_ANA })).rejects.toThrow()
    start([slotReaction])
    await until(async () => (await slots()).length === 0)
  })
})
