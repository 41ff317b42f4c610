import { beforeEach, expect, test } from 'vitest'
import { NO_DETAILS, profileStream, slugStream } from '@app/contracts/profiles.ts'
import { isFreeForPeople, RESERVED_SLUGS } from '@app/contracts/fields/slug-text.ts'
import { handle, type Events } from '../kernel/commands.ts'
import { NAMES } from '../kernel/keys/testing/names.ts'
import { derivedId, newId } from '../kernel/log/ids.ts'
import { headOf } from '../kernel/log/testing/head-of.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { openMemoryEvents } from '../kernel/testing/memory-events.ts'
import { createProfile, deleteProfile, type WantedProfile } from './create-profile.ts'
import { slug } from './slug.ts'

const now = (): Date => new Date('2026-11-20T12:00:00.000Z')
const cause = {
  actor: { kind: 'owner', id: 'ana' },
  occurredAt: now().toISOString(),
  correlationId: 'c',
} as const
const [ID, OTHER] = [derivedId('a profile'), derivedId('another')]
const TAILED = /^maria-paz-[2-9b-z]{4}$/

const wanted = (name: string, profileId = ID): WantedProfile => ({
  profileId,
  ownerId: 'ana',
  name,
  details: { ...NO_DETAILS, name },
  cause,
})

let store: Events
const open = async () => {
  store = await openMemoryEvents(createMemoryLog(), { now, newId })
}
beforeEach(open)
const create = (more: WantedProfile) => createProfile({ store, names: NAMES, newId }, more)
const claim = (name: string) =>
  handle(store, slug, {
    stream: slugStream(NAMES.slug(name)),
    command: { type: 'ClaimSlug', profileId: OTHER },
    cause,
    newId,
  })

test('a profile gets its name as its slug; a taken one gets an ending, the same in every try, and then the next', async () => {
  const made = await create(wanted('María Paz'))
  expect(made).toMatchObject({ profileId: ID, slug: 'maria-paz', isNew: true, state: { status: 'created' } })
  expect(made.position).toBe(await store.log.headPosition())
  const slugs: string[] = []
  for (const taken of [[], [], ['tailed']]) {
    await open()
    await claim('maria-paz')
    if (taken.length > 0) await claim(slugs[0]!)
    slugs.push((await create(wanted('María Paz'))).slug)
  }
  for (const one of slugs) expect(one).toMatch(TAILED)
  expect([slugs[1] === slugs[0], slugs[2] === slugs[0]]).toEqual([true, false])
})

test('a name that is reserved, too short or without letters gets an ending', async () => {
  for (const name of [...RESERVED_SLUGS, 'Al', '', '東京']) {
    const { slug: given } = await create(wanted(name, derivedId(`called ${name}`)))
    expect(given).toMatch(/-[2-9b-z]{4}$/)
    expect(isFreeForPeople(given)).toBe(true)
  }
})

test('a slug that is requested by name is used unchanged, even if it is reserved, and no other is tried', async () => {
  const other = { ...wanted('Antonia', derivedId('first')), slug: 'admin' }
  expect(await create(other)).toMatchObject({ slug: 'admin' })
  await claim('demo')
  await expect(create({ ...wanted('Antonia'), slug: 'demo' })).rejects.toMatchObject({ code: 'conflict' })
  expect(await headOf(store.log, profileStream(ID))).toBe('noStream')
})

test('a deleted profile is not created again, and its slug stays taken', async () => {
  await create(wanted('Ana'))
  await deleteProfile({ store, now, newId }, ID, cause.actor)
  await expect(create(wanted('Ana'))).rejects.toMatchObject({ code: 'not-found' })
  expect((await create(wanted('Ana', OTHER))).slug).toMatch(/^ana-[2-9b-z]{4}$/)
})
