import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventStore, JsonObject } from '@app/contracts/event-store.ts'
import { activationCodeStream } from '@app/contracts/events/activation-code-events.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/events/profile-events.ts'
import { slugStream } from '@app/contracts/events/slug-events.ts'
import { profile, type CreatedProfile } from '@app/domain/profile.ts'
import { untilAvailable } from '@app/event-store/contract/contract-fixture.ts'
import { openEventStoreDb } from '@app/event-store/eventstoredb/eventstoredb-store.ts'
import { load } from '@app/event-store/handle.ts'
import { openPostgresEventStore } from '@app/event-store/postgres/postgres-store.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { derivedId, newId } from '@app/event-store/ids.ts'
import { connectionConfig } from '@app/postgres/pool.ts'
import { NAMES } from '@app/vault/testing/names.ts'
import { openLogServer } from '../../tests/eventstoredb/open-log-server.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { causeBy } from './command-context.ts'
import { activateAccount } from './accounts/activate-account.ts'
import { changeSlug } from './profiles/change-slug.ts'
import { createProfile } from './profiles/create-profile.ts'
import { slugReaction } from './reactions/finish-slug-change.ts'
import { dyingAfter, typesIn } from './testing/dying-store.ts'
import { accountOf, BY_ANA, CODE, codeStreamOf, issue, now, register } from './testing/people.ts'

/** Claims and codes from before slugs and codes were hashed, beside today's. */

const FORMER_CODE = activationCodeStream(CODE)
const cause = causeBy({ now, newId }, BY_ANA)
const options = { now, newId, random: () => 0 }

async function inPostgres() {
  const { url } = await createTestDatabase()
  const connection = connectionConfig(url, {
    role: 'svc_app',
    applicationName: 'test',
    statementTimeoutMs: 10_000,
  })
  const store = await openPostgresEventStore({ ...options, connection })
  return { store, close: () => store.dispose() }
}

async function inEventStoreDb() {
  const server = await openLogServer()
  const store = await untilAvailable(() => openEventStoreDb({ ...options, url: server.url }))
  const close = async (): Promise<void> => {
    await store.dispose()
    await server.dispose()
  }
  return { store, close }
}

const PLACES = [
  ['postgres', inPostgres],
  ['eventstoredb', inEventStoreDb],
] as const

describe.each(PLACES)('with the log in %s', (_place, open) => {
  let store: EventStore
  let close: () => Promise<void>
  beforeEach(async () => {
    const opened = await open()
    store = opened.store
    close = opened.close
  })
  afterEach(() => close())

  /** An event of version 1, as older programs wrote it. */
  const writeFormer = (stream: string, type: string, data: JsonObject) =>
    store.append(stream, 'noStream', [
      { id: newId(), type, version: 1, data, meta: { ...cause, causationId: null } },
    ])

  const activate = (accountId: string) =>
    activateAccount(
      { store, names: NAMES, now, newId },
      { accountId, code: CODE, actor: { kind: 'owner', id: accountId } },
    )

  async function redeemedBy(): Promise<readonly unknown[]> {
    const redeemed = await wholeLog(store, ['CodeRedeemed'])
    return redeemed.map(({ data }) => data.accountId)
  }

  const create = (profileId: string, on = store) =>
    createProfile(
      { store: on, names: NAMES, newId },
      { profileId, ownerId: 'ana', name: 'Ana', details: NO_DETAILS, cause },
    )

  test('a code that names its stream is redeemed there, by one of several at once', async () => {
    const people = ['ana', 'bea', 'carla', 'dora']
    for (const id of people) await register(store, id, id)
    await writeFormer(FORMER_CODE, 'CodeIssued', { maxProfiles: 3 })
    const outcomes = await Promise.allSettled(people.map(activate))
    const winners = people.filter((_, nth) => outcomes[nth]?.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    expect(await redeemedBy()).toEqual(winners)
    expect((await store.readStream(FORMER_CODE)).map(({ type }) => type)).toEqual([
      'CodeIssued',
      'CodeRedeemed',
    ])
    expect(await accountOf(store, winners[0])).toMatchObject({ maxProfiles: 3, activation: { code: CODE } })
    expect(await activate(winners[0]!)).toMatchObject({ slug: winners[0] })
  })

  test('a code under both names is redeemed once, one after the other or at once', async () => {
    const people = ['ana', 'bea', 'carla', 'dora']
    for (const id of people) await register(store, id, id)
    await writeFormer(FORMER_CODE, 'CodeIssued', { maxProfiles: 1 })
    await issue(store, CODE)
    const outcomes = await Promise.allSettled(people.slice(1).map(activate))
    const late = await Promise.allSettled([activate('ana')])
    expect([...outcomes, ...late].filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await redeemedBy()).toHaveLength(1)
    expect((await store.readStream(codeStreamOf(CODE))).map(({ type }) => type)).toEqual(['CodeIssued'])
  })

  test('a slug claimed under its plain text stays with its profile, however many claim it at once', async () => {
    await writeFormer(slugStream('ana'), 'SlugClaimed', { profileId: derivedId('of before') })
    const ids = [1, 2, 3, 4].map((n) => derivedId(`profile ${n}`))
    const made = await Promise.all(ids.map((id) => create(id)))
    for (const one of made) expect(one.slug).toMatch(/^ana-[2-9b-z]{4}$/)
    expect(new Set(made.map((one) => one.slug)).size).toBe(made.length)
    const claims = (await wholeLog(store, ['SlugClaimed'])).map(({ stream }) => stream)
    expect(claims).toHaveLength(1 + made.length)
    expect(claims).not.toContain(slugStream(NAMES.slug('ana')))
  })

  test('a profile whose slug was claimed in plain text before a crash is finished with it', async () => {
    const id = derivedId('of before')
    await writeFormer(slugStream('ana'), 'SlugClaimed', { profileId: id })
    expect(await create(id)).toMatchObject({ slug: 'ana', isNew: true })
    expect(await typesIn(store)).toEqual(['SlugClaimed', 'ProfileCreated'])
  })

  const rename = (profileId: string, slug: string, on = store) =>
    changeSlug(
      { store: on, names: NAMES, now, newId, shred: async () => false },
      { profileId, slug, actor: BY_ANA },
    )
  const slugOf = async (profileId: string) =>
    ((await load(store, profile, profileStream(profileId))).state as CreatedProfile).slug

  test('one of several profiles gets a slug requested at once, also with an old claim', async () => {
    const ids = [1, 2, 3, 4].map((n) => derivedId(`profile ${n}`))
    for (const id of ids) await create(id)
    const outcomes = await Promise.allSettled(ids.map((id) => rename(id, 'wanted')))
    const winners = ids.filter((_, nth) => outcomes[nth]?.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    const slugs = await Promise.all(ids.map(slugOf))
    expect(slugs.filter((slug) => slug === 'wanted')).toHaveLength(1)
    await writeFormer(slugStream('of-before'), 'SlugClaimed', { profileId: ids[0]! })
    await expect(rename(ids[1]!, 'of-before')).rejects.toMatchObject({ code: 'conflict' })
    await rename(ids[0]!, 'of-before')
    expect(await slugOf(ids[0]!)).toBe('of-before')
  })

  test('a change of slug that died after its claim is finished by the reaction', async () => {
    const id = derivedId('profile')
    await create(id)
    await expect(rename(id, 'ana-luz', dyingAfter(1, store))).rejects.toThrow('died')
    expect(await slugOf(id)).toBe('ana')
    const { react, types } = slugReaction({ shred: async () => false })
    for (const event of await wholeLog(store, types)) await react({ store, names: NAMES, now, newId }, event)
    expect(await slugOf(id)).toBe('ana-luz')
  })

  test('today’s streams contain no slug and no code in their names [PRIV-1]', async () => {
    await register(store, 'ana', 'Ana')
    await issue(store, CODE)
    const { account } = await activate('ana')
    await create(derivedId('another'), dyingAfter(1, store)).catch(() => undefined)
    const streams = (await wholeLog(store)).map(({ stream }) => stream)
    expect(streams).toContain(profileStream(account.slots[0]!))
    expect(streams.filter((stream) => /ABCD|slug-ana/.test(stream))).toEqual([])
  })
})
