import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { profileStream, slugStream } from '@app/contracts/profiles.ts'
import { deleteProfile } from '../profiles/create-profile.ts'
import { profile } from '../profiles/profile.ts'
import { load, type Events } from '../kernel/commands.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { openMemoryEvents, withLog } from '../kernel/testing/memory-events.ts'
import { wholeLog } from '../kernel/testing/whole-log.ts'
import { newId, derivedId } from '../kernel/log/ids.ts'
import { NAMES } from '../kernel/keys/testing/names.ts'
import { activateAccount, takeSlotAndCreate } from './activate-account.ts'
import { typesIn, dyingAfter } from '../kernel/testing/dying-store.ts'
import { ANA, BY_ANA, CODE, issue, now, register, accountOf } from './testing/people.ts'
import { activationCodeStream } from '@app/contracts/codes.ts'
import { changeSlug, slugReaction } from '../profiles/change-slug.ts'
import { REACTIONS } from './reactions.ts'
import { runs } from '../../tests/support/longer-runs.ts'

const ACTIVATION = ['CodeRedeemed', 'AccountActivated', 'ProfileSlotTaken', 'SlugClaimed', 'ProfileCreated']

let store: Events
/** Number of events before the test. */
let past: number
beforeEach(async () => {
  store = await openMemoryEvents(createMemoryLog(), { now, newId })
  await register(store)
  await issue(store)
  past = (await typesIn(store)).length
})
const newTypes = async (): Promise<readonly string[]> => (await typesIn(store)).slice(past)

const activate = () =>
  activateAccount({ store, names: NAMES, now, newId }, { accountId: ANA, code: CODE, actor: BY_ANA })

test('an activation gives the account its limit and its first profile, with its name, without its e-mail, and names no stream by its code or slug [PRIV-1]', async () => {
  const { account, slug, position } = await activate()
  expect(slug).toBe('ana-rivas')
  expect(position).toBe(await store.log.headPosition())
  expect(await newTypes()).toEqual(ACTIVATION)
  const [first] = account.slots
  expect(account).toMatchObject({
    maxProfiles: 3,
    activation: { code: NAMES.activationCode(CODE), profileId: first },
  })
  const { state } = await load(store, profile, profileStream(first!))
  expect(state).toMatchObject({
    ownerId: ANA,
    slug: 'ana-rivas',
    details: { name: 'Ana', email: '', lastname: 'Rivas' },
  })
  const streams = (await wholeLog(store)).map(({ stream }) => stream)
  expect(streams.filter((stream) => /ABCD|ana-rivas/.test(stream))).toEqual([])
})

test('an activation repeated after its profile was deleted creates no profile', async () => {
  const { account } = await activate()
  const [profileId = ''] = account.slots
  await deleteProfile({ store, now, newId }, profileId, BY_ANA)
  expect(await activate()).toMatchObject({ slug: undefined, account: { slots: [] } })
})

const seed = Number(process.env['TEST_SEED'])
const PEOPLE = ['ana', 'bea', 'carla']
const CODES = ['CODE-A', 'CODE-B']
/** Activated from the start, and so called as well. */
const MAKER = 'maker'
const MAKERS_MAX = 3
const SAME_NAME = 'Ana Rivas'
const NEVER = 1_000

/** How many more events a process writes before it dies. */
const death = fc.option(fc.integer({ min: 0, max: 4 }), { nil: NEVER })
const act = fc.oneof(
  fc.record({ renamed: fc.nat({ max: 2 }), slug: fc.constantFrom('first', 'second', 'ana-rivas'), death }),
  fc.record({ accountId: fc.constantFrom(...PEOPLE), code: fc.constantFrom(...CODES), death }),
  fc.record({ profileId: fc.constantFrom(...[0, 1, 2, 3, 4].map((n) => derivedId(`wanted ${n}`))), death }),
)
type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never

const neverShred = async (): Promise<never> => {
  throw new Error('nobody is erased here')
}

/** Every call to the store waits for the scheduler, which runs them in any order. */
const inTurns = (store: Events, scheduler: fc.Scheduler): Events =>
  withLog(store, {
    append: async (...args) => {
      await scheduler.schedule(Promise.resolve(), 'append')
      return store.log.append(...args)
    },
    readStream: async (...args) => {
      await scheduler.schedule(Promise.resolve(), 'read')
      return store.log.readStream(...args)
    },
  })

function perform(store: Events, given: Act): Promise<unknown> {
  const deps = { store: dyingAfter(given.death, store), names: NAMES, now, newId, shred: neverShred }
  if ('renamed' in given) {
    const profileId = derivedId(`wanted ${given.renamed}`)
    return changeSlug(deps, { profileId, slug: given.slug, actor: { kind: 'admin', id: 'root' } })
  }
  if ('profileId' in given) {
    const { profileId } = given
    return takeSlotAndCreate(deps, { accountId: MAKER, profileId, actor: { kind: 'owner', id: MAKER } })
  }
  const { accountId, code } = given
  return activateAccount(deps, { accountId, code, actor: { kind: 'owner', id: accountId } })
}

async function activatedMaker(): Promise<Events> {
  const store = await openMemoryEvents(createMemoryLog(), { now, newId })
  for (const accountId of [...PEOPLE, MAKER]) await register(store, accountId, SAME_NAME)
  for (const code of CODES) await issue(store, code, 1)
  await issue(store, 'CODE-M', MAKERS_MAX)
  await activateAccount(
    { store, names: NAMES, now, newId },
    { accountId: MAKER, code: 'CODE-M', actor: { kind: 'owner', id: MAKER } },
  )
  return store
}

/** Runs the reactions over the whole log, twice. */
async function heal(store: Events): Promise<void> {
  for (let round = 0; round < 2; round += 1)
    for (const { types, react } of [...REACTIONS, slugReaction({ shred: neverShred })])
      for (const event of await wholeLog(store, types))
        await react({ store, names: NAMES, now, newId }, event)
}

async function dataOf(store: Events, type: string) {
  return wholeLog(store, [type])
}

/** Each redeemed code belongs to one account at a time, and not to one that another code activated. */
async function holdersOfCodes(store: Events): Promise<ReadonlyMap<string, unknown>> {
  const holders = new Map<string, unknown>()
  for (const { stream, type, data } of await wholeLog(store, ['CodeRedeemed', 'CodeReleased'])) {
    expect(holders.get(stream)).toBe(type === 'CodeRedeemed' ? undefined : data.accountId)
    if (type === 'CodeRedeemed') holders.set(stream, data.accountId)
    else holders.delete(stream)
  }
  return holders
}

/** A profile has slugs that it has claimed, and has had each of them. */
async function ownSlugs(store: Events): Promise<void> {
  const claimed = new Map<unknown, Set<string>>()
  for (const { stream, data } of await dataOf(store, 'SlugClaimed'))
    claimed.set(data.profileId, (claimed.get(data.profileId) ?? new Set()).add(stream))
  for (const { stream } of await dataOf(store, 'ProfileCreated')) {
    const { state } = await load(store, profile, stream)
    if (state.status !== 'created') throw new Error(`${stream} is ${state.status}`)
    const had = [state.slug, ...state.formerSlugs].map((slug) => slugStream(NAMES.slug(slug)))
    expect([...(claimed.get(stream.slice(profileStream('').length)) ?? [])].toSorted()).toEqual(
      had.toSorted(),
    )
  }
}

async function holds(store: Events): Promise<void> {
  const codes = await holdersOfCodes(store)
  const slugs = await dataOf(store, 'SlugClaimed')
  expect(new Set(slugs.map(({ stream }) => stream)).size).toBe(slugs.length)
  await ownSlugs(store)
  const slots: string[] = []
  for (const accountId of [...PEOPLE, MAKER]) {
    const account = await accountOf(store, accountId)
    expect(account.slots.length).toBeLessThanOrEqual(account.maxProfiles)
    const own = [...codes].flatMap(([stream, holder]) => (holder === accountId ? [stream] : []))
    const code = account.activation?.code
    expect(own).toEqual(code === undefined ? [] : [activationCodeStream(code)])
    for (const profileId of account.slots) {
      const { state } = await load(store, profile, profileStream(profileId))
      const details = { name: 'Ana', lastname: 'Rivas' }
      expect(state).toMatchObject({ status: 'created', ownerId: accountId, details })
    }
    slots.push(...account.slots)
  }
  const created = await dataOf(store, 'ProfileCreated')
  expect(created.map(({ stream }) => stream).toSorted()).toEqual(slots.map(profileStream).toSorted())
}

test('codes, limits and addresses stay consistent in any order of steps and crashes [LOG-8]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(act, { minLength: 2, maxLength: 8 }),
      async (scheduler, acts) => {
        const store = await activatedMaker()
        const turns = inTurns(store, scheduler)
        await scheduler.waitFor(Promise.allSettled(acts.map((given) => perform(turns, given))))
        await heal(store)
        await holds(store)
        await store.log.dispose()
      },
    ),
    { seed, numRuns: runs(150) },
  )
})
