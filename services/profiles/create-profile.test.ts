import { beforeEach, expect, test } from 'vitest'
import { NO_DETAILS, profileStream, slugStream } from '@app/contracts/profiles/events.ts'
import { isFreeForPeople, RESERVED_SLUGS } from '@app/contracts/fields/slug-text.ts'
import { profile } from './profile.ts'
import { slug } from './slug.ts'
import { headOf } from '../kernel/log/testing/head-of.ts'
import { handle, type Events } from '../kernel/commands.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { derivedId, newId } from '../kernel/log/ids.ts'
import { openMemoryEvents } from '../kernel/testing/memory-events.ts'
import { NAMES } from '../kernel/keys/testing/names.ts'
import { createProfile, type WantedProfile } from './create-profile.ts'

const now = (): Date => new Date('2026-11-20T12:00:00.000Z')
const cause = {
  actor: { kind: 'owner', id: 'ana' },
  occurredAt: now().toISOString(),
  correlationId: 'c',
} as const
const ID = derivedId('a profile')
const TAILED = /^maria-paz-[2-9b-z]{4}$/

const wanted = (name: string, profileId = ID): WantedProfile => ({
  profileId,
  ownerId: 'ana',
  name,
  details: { ...NO_DETAILS, name },
  cause,
})

let store: Events
beforeEach(async () => {
  store = await openMemoryEvents(createMemoryLog(), { now, newId })
})
const create = (more: WantedProfile) => createProfile({ store, names: NAMES, newId }, more)
const claim = (name: string, profileId: string) =>
  handle(store, slug, {
    stream: slugStream(NAMES.slug(name)),
    command: { type: 'ClaimSlug', profileId },
    cause,
    newId,
  })

test('a profile gets its name as its slug', async () => {
  const made = await create(wanted('María Paz'))
  expect(made).toMatchObject({ profileId: ID, slug: 'maria-paz', isNew: true, state: { status: 'created' } })
  expect(made.position).toBe(await store.log.headPosition())
})

test('a taken slug gets an ending, the same in every try', async () => {
  await claim('maria-paz', derivedId('another'))
  const first = await create(wanted('María Paz'))
  expect(first.slug).toMatch(TAILED)
  const elsewhere = await openMemoryEvents(createMemoryLog(), { now, newId })
  await createProfile({ store: elsewhere, names: NAMES, newId }, wanted('María Paz', derivedId('another')))
  const second = await createProfile({ store: elsewhere, names: NAMES, newId }, wanted('María Paz'))
  expect(second.slug).toBe(first.slug)
})

test('the next ending is tried if that one is taken as well', async () => {
  await claim('maria-paz', derivedId('another'))
  const { slug: tailed } = await create(wanted('María Paz'))
  store = await openMemoryEvents(createMemoryLog(), { now, newId })
  for (const slug of ['maria-paz', tailed]) await claim(slug, derivedId('another'))
  const made = await create(wanted('María Paz'))
  expect(made.slug).toMatch(TAILED)
  expect(made.slug).not.toBe(tailed)
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
  await claim('demo', derivedId('another'))
  await expect(create({ ...wanted('Antonia'), slug: 'demo' })).rejects.toMatchObject({ code: 'conflict' })
  expect(await headOf(store.log, profileStream(ID))).toBe('noStream')
})

test('a deleted profile is not created again, and its slug stays taken', async () => {
  await create(wanted('Ana'))
  const command = { type: 'DeleteProfile' } as const
  await handle(store, profile, { stream: profileStream(ID), command, cause, newId })
  await expect(create(wanted('Ana'))).rejects.toMatchObject({ code: 'not-found' })
  expect((await create(wanted('Ana', derivedId('another')))).slug).toMatch(/^ana-[2-9b-z]{4}$/)
})
