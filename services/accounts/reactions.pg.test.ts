import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Events } from '../kernel/commands.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { openMemoryEvents } from '../kernel/testing/memory-events.ts'
import { derivedId, newId } from '../kernel/log/ids.ts'
import { startPolls, type Polls } from '../kernel/wake.ts'
import { NAMES } from '../kernel/keys/testing/names.ts'
import { openTestPool } from '../../tests/support/test-database.ts'
import { activateAccount } from './activate-account.ts'
import { REACTIONS } from './reactions.ts'
import { startReactions } from '../kernel/reaction.ts'
import { dyingAfter, typesIn } from '../kernel/testing/dying-store.ts'
import { accountOf, ANA, BY_ANA, CODE, issue, now, redeem, register, runOn } from './testing/people.ts'
import { eventually } from '../../tests/support/eventually.ts'

const ACTIVATION = ['CodeRedeemed', 'AccountActivated', 'ProfileSlotTaken', 'SlugClaimed', 'ProfileCreated']

const db = await openTestPool(8, 'svc_projector')
let store: Events
let past: number
let troubles: Error[]
let polls: Polls
const stops: (() => Promise<void>)[] = []

beforeEach(async () => {
  await db.query('delete from kernel.checkpoints')
  store = await openMemoryEvents(createMemoryLog(), { now, newId })
  polls = startPolls({ db, log: store.log, pollMs: 20 })
  troubles = []
  await register(store)
  await issue(store)
  past = (await typesIn(store)).length
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  await polls.stop()
  await store.log.dispose()
})

function start() {
  const onTrouble = (_reaction: string, error: Error): void => void troubles.push(error)
  const deps = { store, names: NAMES, db, polls, now, newId, graceMs: 0, onTrouble }
  const running = startReactions(deps, REACTIONS)
  stops.push(running.stop)
  return running
}

const newTypes = async (): Promise<readonly string[]> => (await typesIn(store)).slice(past)

const until = (isSo: () => boolean | Promise<boolean>): Promise<void> =>
  eventually(async () => expect(await isSo()).toBe(true), { what: isSo })
const untilMade = () => until(async () => (await typesIn(store)).includes('ProfileCreated'))

/** Names of the reactions that have handled an event. */
const handled = async () =>
  (await db.query<{ name: string }>('select name from kernel.checkpoints where events > 0')).rows

const isDone = () => until(async () => (await handled()).length === 2)

const activate = (on = store) =>
  activateAccount({ store: on, names: NAMES, now, newId }, { accountId: ANA, code: CODE, actor: BY_ANA })

test('an activation that died half-way is finished [LOG-8]', async () => {
  await expect(activate(dyingAfter(2, store))).rejects.toThrow('died')
  start()
  await untilMade()
  expect(await newTypes()).toEqual(ACTIVATION)
  expect(await activate()).toMatchObject({ slug: 'ana-rivas', account: { maxProfiles: 3 } })
  expect(troubles).toEqual([])
})

test('an activation that died half-way is finished once by two processes, again and again', async () => {
  await redeem(store)
  const rivals = [start(), start()]
  await isDone()
  await Promise.all(rivals.map(({ stop }) => stop()))
  await db.query('delete from kernel.checkpoints')
  start()
  await isDone()
  expect(await newTypes()).toEqual(ACTIVATION)
  expect(troubles).toEqual([])
})

test('nothing is done for an account that was erased, or registered again since', async () => {
  await redeem(store)
  await runOn(store, ANA, { type: 'TakeProfileSlot', profileId: derivedId('lost') })
  await runOn(store, ANA, { type: 'EraseAccount' })
  const { stop } = start()
  await isDone()
  await stop()
  await db.query('delete from kernel.checkpoints')
  await register(store, ANA, 'Ana', '2026-11-21T12:00:00.000Z')
  start()
  await isDone()
  expect((await accountOf(store)).activation).toBeUndefined()
  expect(troubles).toEqual([])
})
