import { expect, test } from 'vitest'
import { DEMO_PROFILE_ID, DEMO_SLUG } from '@app/contracts/profiles/demo-profile.ts'
import { profileStream } from '@app/contracts/profiles/events.ts'
import { profile } from '../../profiles/profile.ts'
import { handle, load } from '../../kernel/commands.ts'
import { createMemoryLog } from '../../kernel/log/testing/memory-store.ts'
import { derivedId, newId } from '../../kernel/log/ids.ts'
import { openMemoryEvents } from '../../kernel/testing/memory-events.ts'
import { causeBy } from '../../kernel/command-context.ts'
import { NAMES } from '../../kernel/keys/testing/names.ts'
import { ensureDemoProfile } from './ensure-demo-profile.ts'

const now = (): Date => new Date('2026-11-20T12:00:00.000Z')
const stream = profileStream(DEMO_PROFILE_ID)

test('the demo profile has the id that earlier versions derived, equal in every installation', () =>
  expect(DEMO_PROFILE_ID).toBe(derivedId('demo profile')))

test('the demo profile is created once, under its reserved address', async () => {
  const store = await openMemoryEvents(createMemoryLog(), { now, newId })
  await ensureDemoProfile({ store, names: NAMES, now, newId }, 'admin')
  const head = await store.log.headPosition()
  await ensureDemoProfile({ store, names: NAMES, now, newId }, 'somebody else')
  expect((await load(store, profile, stream)).state).toMatchObject({ slug: DEMO_SLUG, ownerId: 'admin' })
  expect(await store.log.headPosition()).toBe(head)
})

test('a deleted demo profile stays deleted, and the product starts', async () => {
  const store = await openMemoryEvents(createMemoryLog(), { now, newId })
  await ensureDemoProfile({ store, names: NAMES, now, newId }, 'admin')
  const cause = causeBy({ now, newId }, { kind: 'admin', id: 'admin' })
  await handle(store, profile, { stream, command: { type: 'DeleteProfile' }, cause, newId })
  await ensureDemoProfile({ store, names: NAMES, now, newId }, 'admin')
  expect((await load(store, profile, stream)).state.status).toBe('deleted')
})
