import { beforeEach, expect, test } from 'vitest'
import { profileStream } from '@app/contracts/profiles.ts'
import { profile } from '../profiles/profile.ts'
import { handle, load, type Events, causeBy } from '../kernel/commands.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { openMemoryEvents } from '../kernel/testing/memory-events.ts'
import { wholeLog } from '../kernel/testing/whole-log.ts'
import { newId } from '../kernel/log/ids.ts'
import { NAMES } from '../kernel/keys/testing/names.ts'
import { activateAccount } from './activate-account.ts'
import { typesIn } from '../kernel/testing/dying-store.ts'
import { ANA, BY_ANA, CODE, issue, now, register, runOn } from './testing/people.ts'

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

async function deleteProfile(id: string): Promise<void> {
  const cause = causeBy({ now, newId }, BY_ANA)
  await handle(store, profile, {
    stream: profileStream(id),
    command: { type: 'DeleteProfile' },
    cause,
    newId,
  })
}

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
  await deleteProfile(profileId)
  await runOn(store, ANA, { type: 'FreeProfileSlot', profileId })
  expect(await activate()).toMatchObject({ slug: undefined, account: { slots: [] } })
})
