import { describe, expect, test } from 'vitest'
import { DEMO_PROFILE_ID } from '@app/contracts/product.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { NO_DETAILS, profileStream, slugStream } from '@app/contracts/profiles.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { account } from '../../accounts/account.ts'
import { profile } from '../../profiles/profile.ts'
import { slug } from '../../profiles/slug.ts'
import { subscription } from '../../reminders/subscription.ts'
import { readStream } from '../../kernel/codec.ts'
import { handle, load, type Events, causeBy } from '../../kernel/commands.ts'
import { newId } from '../../kernel/log/ids.ts'
import { withLog } from '../../kernel/testing/memory-events.ts'
import { buildName } from '../../kernel/models/builds.ts'
import { profilesModel } from '@app/projections/profiles/read-model.ts'
import { subscriptionsModel } from '@app/projections/subscriptions/read-model.ts'
import type { Projection } from '../../kernel/models/projection.ts'
import { NAMES } from '../../kernel/keys/testing/names.ts'
import { grantAdmin, endRights } from '../../accounts/change-administrators.ts'
import { createProfile, deleteProfile } from '../../profiles/create-profile.ts'
import { eraseAccount, finishErasure, erasureReaction } from './erase-account.ts'
import { applyErasures } from './erase-again.ts'
import {
  eraseSubscribersOf,
  eraseSubscriptions,
  eraseDeleted,
  GONE_MS,
  profileErasureReaction,
  untilGone,
} from './erase-profile.ts'
import { dyingAfter } from '../../kernel/testing/dying-store.ts'
import { useErasingSide, STAFF } from '../testing/erasing-side.ts'
import { accountOf, register, runOn } from '../../accounts/testing/people.ts'
import type { Actor, StoredEvent } from '@app/contracts/event-store.ts'
import { visitorSubject } from '@app/contracts/taps.ts'
import { testTable } from '../../../tests/support/every.ts'
import { shred, type Erasing } from './shred.ts'

const side = useErasingSide()

type Told = Awaited<ReturnType<typeof tellOf>>

let people = 0

/** A slug made from the word, as slugs are made from names. */
const slugOf = (word: string, profileId: string): string => `${word.toLowerCase()}-${profileId}`

/** Subscribes to reminders of a profile. @returns the id of the subscription */
async function subscribe(profileId: string, email: string): Promise<string> {
  const id = newId()
  const data = { profileId, email, consent: 'v1' }
  await side.write(subscriptionStream(id), { type: 'ReminderSubscribed', data })
  return id
}

/** An account with two profiles, named visitors and subscribers. */
async function tellOf(word: string) {
  const { store, db } = side.own
  const id = `person${(people += 1)}`
  const [slotted, imported] = [newId(), newId()]
  await register(store, id, `Zoraida ${word}`)
  await runOn(store, id, { type: 'TakeProfileSlot', profileId: slotted })
  const cause = causeBy(side.deps, STAFF)
  const [subscriptions, visitors]: [string[], string[]] = [[], []]
  const texts = { name: `Zoraida ${word}`, bio: `De ${word}`, email: `${word}@empresa.example` }
  const details = { ...NO_DETAILS, ...texts }
  for (const profileId of [slotted, imported]) {
    const own = { profileId, ownerId: id, name: '', slug: slugOf(word, profileId) }
    await createProfile(side.deps, { ...own, details, cause })
    await side.keepImage(profileId)
    for (const nth of [1, 2]) {
      const visitorId = newId()
      await side.identify({ profileId, visitorId, fullName: `Visita ${nth} de ${word}` })
      visitors.push(visitorSubject(profileId, visitorId))
    }
    subscriptions.push(await subscribe(profileId, `${word}.amiga@correo.example`))
  }
  await db.query("insert into vault.credentials values ($1, 'hash', $2, 'first')", [id, side.deps.now()])
  const session = [Buffer.from(id), id, side.deps.now()]
  await db.query('insert into vault.sessions_to_fetch values ($1, $2, $3, $1)', session)
  const slugs = [slotted, imported].map((profileId) => slugOf(word, profileId))
  const profiles = [slotted, imported].map(profileStream)
  return {
    id,
    actor: { kind: 'owner', id } satisfies Actor,
    slotted,
    imported,
    subscriptions,
    slugs,
    subjects: [accountStream(id), ...profiles, ...visitors, ...subscriptions.map(subscriptionStream)],
    words: [word, ...slugs, `${id}@empresa.example`],
  }
}

const erase = (id: string, deps: Partial<Erasing> = {}) => eraseAccount({ ...side.deps, ...deps }, id, STAFF)

async function expectForgotten(told: Told): Promise<void> {
  await expectRemoved(told)
  await expectNowhere(told.words)
  const { rows } = await side.own.db.query('select from read.profile_slugs where subject = any($1)', [
    [told.slotted, told.imported].map(profileStream),
  ])
  expect(rows).toEqual([])
}

async function expectNowhere(words: readonly string[]): Promise<void> {
  await side.project()
  for (const word of words) expect([word, await side.placesOf(word)]).toEqual([word, []])
  expect(await side.differing()).toEqual([])
}

async function expectRemoved({ id, slotted, imported, subscriptions, slugs }: Told): Promise<void> {
  const { db, store } = side.own
  const { rows } = await db.query<{ table: string; count: number }>(
    `select 'credentials' as table, count(*)::int from vault.credentials where account_id = $1
     union all select 'sessions', count(*)::int from vault.sessions_to_fetch where account_id = $1
     union all select 'uses', count(*)::int from vault.image_uses where profile_id = any($2)
     union all select 'keys', count(*)::int from vault.subjects where subject ~ any($3)`,
    [id, [slotted, imported], [id, slotted, imported, ...subscriptions].map((one) => `${one}(\\.|$)`)],
  )
  expect(rows.filter(({ count }) => count > 0)).toEqual([])
  for (const one of subscriptions)
    expect((await load(store, subscription, subscriptionStream(one))).state).toMatchObject({
      status: 'cancelled',
      email: undefined,
    })
  for (const [nth, profileId] of [slotted, imported].entries()) {
    expect((await load(store, profile, profileStream(profileId))).state.status).toBe('deleted')
    // Printed on cards: nobody else gets it.
    const claimed = await load(store, slug, slugStream(NAMES.slug(slugs[nth]!)))
    expect(claimed.state).toEqual({ status: 'claimed', profileId })
  }
}

test('a profile’s subscribers are erased in pages, and one who subscribes meanwhile as well', async () => {
  const profileId = '0199a000-0000-7000-8000-00000000f002'
  const streamOf = (nth: number) =>
    subscriptionStream(`0199a000-0000-8000-8000-${String(nth).padStart(12, '0')}`)
  const subscribeAs = (nth: number) => {
    const data = { profileId, email: `Antillanca${nth}@correo.example`, consent: 'subscribe-2026-11' }
    return side.write(streamOf(nth), { type: 'ReminderSubscribed', data })
  }
  for (let nth = 1; nth <= 120; nth += 1) await subscribeAs(nth)
  await side.project()
  const pages: number[] = []
  const subscriptionsMadeFor: Erasing['subscriptionsMadeFor'] = async (id, page) => {
    const made = await side.deps.subscriptionsMadeFor(id, page)
    pages.push(made.ids.length)
    // Before the place that was read, so no later page has it.
    if (pages.length === 1) await subscribeAs(0)
    await side.project()
    return made
  }
  const deps = { ...side.deps, subscriptionsMadeFor }
  await eraseSubscribersOf(deps, [profileId], STAFF)
  expect(pages).toEqual([100, 20, 0])
  await expectNowhere(['Antillanca'])
})

test('a subscriber whose key cannot be opened is erased like the others', async () => {
  const profileId = '0199a000-0000-7000-8000-00000000f001'
  const streams = [1, 2].map((nth) => subscriptionStream(`0199a000-0000-8000-8000-00000000f00${nth}`))
  for (const stream of streams) {
    const data = { profileId, email: 'Trafulkura@correo.example', consent: 'subscribe-2026-11' }
    await side.write(stream, { type: 'ReminderSubscribed', data })
  }
  await side.own.db.query(
    'update vault.subjects set wrapped_key = set_byte(wrapped_key, 20, 255 - get_byte(wrapped_key, 20)) where subject = $1',
    [streams[0]],
  )
  const ids = streams.map((stream) => stream.slice(subscriptionStream('').length))
  await eraseSubscriptions(side.deps, ids, STAFF)
  for (const stream of streams)
    expect((await load(side.own.store, subscription, stream)).state).toMatchObject({
      status: 'cancelled',
      email: undefined,
    })
  await expectNowhere(['Trafulkura'])
})

test('an erased account leaves nothing of itself, its profiles, visitors and subscribers, and no other account is changed [PRIV-2]', async () => {
  const [zoraida, other] = [await tellOf('Quintupil'), await tellOf('Huenchumilla')]
  await side.project()
  const places = await side.placesOf('Quintupil')
  // Readable only with a key: in no table, also before the erasure.
  expect(
    places.map((place) => place.split(' ')[0]!).toSorted((one, other) => (one < other ? -1 : 1)),
  ).toEqual([
    'AccountRegistered',
    'ProfileCreated',
    'ProfileCreated',
    'ReminderSubscribed',
    'ReminderSubscribed',
    ...Array.from({ length: 4 }, () => 'VisitorIdentified'),
  ])

  await erase(zoraida.id)
  await expectForgotten(zoraida)
  expect((await accountOf(side.own.store, other.id)).name).toBe('Zoraida Huenchumilla')
  const left = await side.placesOf('Huenchumilla')
  expect(left.filter((place) => place.startsWith('ReminderSubscribed'))).toHaveLength(2)
  expect(left.filter((place) => place.startsWith('VisitorIdentified'))).toHaveLength(4)
  const { rowCount } = await side.own.db.query('select from vault.image_uses where profile_id = any($1)', [
    [other.slotted, other.imported],
  ])
  expect(rowCount).toBe(2)
})

test('an unedited demo profile stays; one with the owner’s texts is erased', async () => {
  const { store } = side.own
  await register(store, 'founder', 'Zoraida Fundadora')
  const made = { profileId: DEMO_PROFILE_ID, ownerId: 'founder', name: 'Antonia', slug: 'demo' }
  const cause = causeBy(side.deps, { kind: 'system', id: 'bootstrap' })
  await createProfile(side.deps, { ...made, details: { ...NO_DETAILS, name: 'Antonia' }, cause })
  const statusOf = async () => (await load(store, profile, profileStream(DEMO_PROFILE_ID))).state.status
  await eraseAccount(side.deps, 'founder', STAFF)
  expect(await statusOf()).toBe('created')

  await register(store, 'founder', 'Zoraida Fundadora')
  await handle(store, profile, {
    stream: profileStream(DEMO_PROFILE_ID),
    command: { type: 'EditProfile', details: { bio: 'Soy Zoraida' }, theme: {} },
    cause: causeBy(side.deps, { kind: 'owner', id: 'founder' }),
    newId,
  })
  await eraseAccount(side.deps, 'founder', STAFF)
  expect(await statusOf()).toBe('deleted')
})

test('a second erasure of one account at once is refused, and harms no account registered later', async () => {
  const { id, words } = await tellOf('Together')
  const { store } = side.own
  let isBack = false
  const comeBack = async (): Promise<void> => {
    if (isBack || (await load(store, account, accountStream(id))).state.status !== 'unknown') return
    isBack = true
    await register(store, id, 'Somebody New')
  }
  // Delayed for so long that another process erases the account, and its e-mail is registered again.
  const pause = async (): Promise<void> => {
    await erase(id).catch((error: unknown) => expect(error).toMatchObject({ code: 'in-progress' }))
    await comeBack()
  }
  await erase(id, { pause })
  await comeBack()
  expect(await accountOf(store, id)).toMatchObject({ name: 'Somebody New', isActive: true })
  await expectNowhere(words.slice(0, 1))
})

/** As when the database restarts: another process may have them now. */
async function loseLocks(): Promise<void> {
  const client = await side.own.db.connect()
  try {
    await client.query(
      `begin; set local role none;
       select pg_terminate_backend(pid, 5000) from pg_locks l join pg_database d on d.oid = l.database
       where locktype = 'advisory' and datname = current_database(); commit`,
    )
  } finally {
    client.release()
  }
}

test('an erasure that has lost its lock destroys nothing of the account', async () => {
  const { id } = await tellOf('Lost')
  await expect(erase(id, { pause: loseLocks })).rejects.toThrow(/terminat|connection|queryable/i)
  expect((await side.own.keys.idsOf([accountStream(id)])).size).toBe(1)
  const { rowCount } = await side.own.db.query('select from vault.credentials where account_id = $1', [id])
  expect(rowCount).toBe(1)
  await erase(id)
})

test('the last administrator is refused before anything is done', async () => {
  const admin = await tellOf('Last')
  await grantAdmin(side.deps, admin.id, STAFF)
  const head = await side.own.store.log.headPosition()
  await expect(erase(admin.id)).rejects.toMatchObject({ code: 'last-administrator' })
  expect(await side.own.store.log.headPosition()).toBe(head)
})

test('after a crash at any step the same command finishes it, and every subject has one SubjectErased [PRIV-3]', async () => {
  for (let appends = 0; ; appends += 1) {
    const told = await tellOf(`Dying${appends}x`)
    const before = (await side.events('SubjectErased')).length
    const dying = erase(told.id, { store: dyingAfter(appends, side.own.store) })
    const isDone = await dying.then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe('the process died')
        return false
      },
    )
    // The e-mail is taken until the erasure ends: a new account cannot mix with the old data.
    if (!isDone) expect((await accountOf(side.own.store, told.id)).isActive).toBe(appends === 0)
    await erase(told.id)
    await expectRemoved(told)
    expect((await side.events('SubjectErased')).length - before).toBe(9)
    if (isDone) break
  }
  await expectNowhere(['Dying'])
})

describe('concurrent data is erased as well:', () => {
  /** Runs an action right before the first event of a type is written. */
  function before(type: string, work: () => Promise<unknown>): Events {
    const { store } = side.own
    let isDone = false
    return withLog(store, {
      append: async (stream, expected, events) => {
        if (!isDone && events[0]?.type === type) {
          isDone = true
          await work()
        }
        return store.log.append(stream, expected, events)
      },
    })
  }

  test('a name that its owner writes between the destroyed key and the last event', async () => {
    const told = await tellOf('Meanwhile')
    const rename = () =>
      side.write(accountStream(told.id), { type: 'AccountRenamed', data: { name: 'Meanwhile B' } })
    await erase(told.id, { store: before('AccountErased', rename) })
    await expectForgotten(told)
  })

  test('a profile that is being created', async () => {
    const told = await tellOf('Makinglate')
    const { store } = side.own
    const late = newId()
    await runOn(store, told.id, { type: 'FreeProfileSlot', profileId: told.slotted })
    await runOn(store, told.id, { type: 'TakeProfileSlot', profileId: late })
    const { name } = await accountOf(store, told.id)
    await erase(told.id)
    const wanted = { profileId: late, ownerId: told.id, name, details: { ...NO_DETAILS, name } }
    await expect(
      createProfile(side.deps, { ...wanted, cause: causeBy(side.deps, STAFF) }),
    ).rejects.toMatchObject({ code: 'not-found' })
    await expectForgotten(told)
  })

  test('a slot that is taken, and its profile', async () => {
    const told = await tellOf('Takinglate')
    const { store } = side.own
    const late = newId()
    await runOn(store, told.id, { type: 'FreeProfileSlot', profileId: told.slotted })
    // It was decided while the account still had its key.
    const take = () =>
      side.write(accountStream(told.id), { type: 'ProfileSlotTaken', data: { profileId: late } })
    await erase(told.id, { store: before('AccountErased', take) })
    expect((await load(store, profile, profileStream(late))).state.status).toBe('deleted')
    await expectForgotten(told)
  })

  test('texts of visitors and subscribers until every process knows that the profile is deleted', async () => {
    const told = await tellOf('Sayinglate')
    const pause = async () => {
      await side.identify({ profileId: told.slotted, visitorId: newId(), fullName: 'Visita de Sayinglate' })
      await subscribe(told.slotted, 'Sayinglate.late@correo.example')
    }
    await erase(told.id, { pause })
    await expectForgotten(told)
  })
})

/** As the build has it that parked a stream's first event. @returns puts the row back */
async function park(projection: Projection, table: string, column: string, stream: string) {
  const { db, bare } = side.own
  const [first] = await bare.readStream(stream)
  const gone = await db.query<{ row: object }>(
    `delete from read.${table} where ${column} = $1 returning to_jsonb(${table}) as row`,
    [stream.slice(stream.indexOf('-') + 1)],
  )
  await db.query(
    `insert into kernel.parked (name, position, event_id, type, subject, error, parked_at)
     values ($1, $2, $3, $4, 'x', 'x', now())`,
    [buildName(projection), first!.position, first!.id, first!.type],
  )
  return async () => {
    await db.query('delete from kernel.parked')
    await db.query(`insert into read.${table} select * from jsonb_populate_record(null::read.${table}, $1)`, [
      JSON.stringify(gone.rows[0]!.row),
    ])
  }
}

test('profiles and subscribers that the read model lacks, because it is behind or parked one, are found in the log', async () => {
  const told = await tellOf('Subscribers')
  await side.project()
  const late = await subscribe(told.slotted, 'Subscribers.late@correo.example')
  const restores = [
    await park(subscriptionsModel, 'subscriptions', 'id', subscriptionStream(told.subscriptions[0]!)),
    await park(profilesModel, 'profile_owners', 'profile_id', profileStream(told.imported)),
  ]
  await erase(told.id)
  for (const restore of restores) await restore()
  await expectForgotten({ ...told, subscriptions: [...told.subscriptions, late] })
})

const statusOf = async (id: string) => (await load(side.own.store, account, accountStream(id))).state.status

const reactionOn = (store = side.own.store) =>
  erasureReaction((id, actor) => finishErasure({ ...side.deps, store }, id, actor))

async function requestOf(id: string): Promise<StoredEvent> {
  const events = await readStream(side.own.store, accountStream(id))
  return events.find(({ type }) => type === 'AccountErasureRequested')!
}

test('after a crash the reaction finishes the owner’s request', async () => {
  const { id, slotted, actor } = await tellOf('Melinao')
  await endRights(side.deps, id, 'RequestErasure', actor)
  const request = await requestOf(id)
  const store = dyingAfter(2, side.own.store)
  await expect(finishErasure({ ...side.deps, store }, id, actor)).rejects.toThrow('the process died')
  expect(await accountOf(side.own.store, id)).toMatchObject({ isErasing: true, isActive: false })
  await reactionOn().react(side.deps, request)
  expect(await statusOf(id)).toBe('unknown')
  expect((await load(side.own.store, profile, profileStream(slotted))).state.status).toBe('deleted')
  await side.project()
  expect(await side.placesOf('Melinao')).toEqual([])
})

test('the reaction does not touch an account registered again with the e-mail', async () => {
  const { id, actor } = await tellOf('Curinao')
  await endRights(side.deps, id, 'RequestErasure', actor)
  const request = await requestOf(id)
  await finishErasure(side.deps, id, actor)
  await register(side.own.store, id, 'Somebody New')
  await reactionOn().react(side.deps, request)
  expect(await accountOf(side.own.store, id)).toMatchObject({ name: 'Somebody New', isActive: true })
})

test('kept mails are removed once the owner’s key is destroyed [MAIL-11]', async () => {
  const { id, actor } = await tellOf('Paillal')
  const had: boolean[] = []
  const removeMails = async () => had.push((await side.deps.keys.forReading([accountStream(id)])).size > 0)
  await endRights(side.deps, id, 'RequestErasure', actor)
  await finishErasure({ ...side.deps, removeMails }, id, actor)
  expect(had.at(-1)).toBe(false)
})

describe('a single profile that was deleted', () => {
  const ADMIN: Actor = { kind: 'admin', id: 'rosa' }
  const reaction = profileErasureReaction((profileId, _deletedAt, actor) =>
    eraseDeleted(side.deps, [profileId], actor),
  )

  test('is erased by the reaction to an administrator’s deletion, after a crash', async () => {
    const { slotted: profileId } = await tellOf('Quilaqueo')
    await deleteProfile(side.deps, profileId, ADMIN)
    const store = dyingAfter(1, side.own.store)
    await expect(eraseDeleted({ ...side.deps, store }, [profileId], STAFF)).rejects.toThrow(
      'the process died',
    )
    const deleted = (await readStream(side.own.store, profileStream(profileId))).at(-1)!
    await reaction.react(side.deps, deleted)
    expect((await side.own.keys.idsOf([profileStream(profileId)])).size).toBe(0)
    expect(await side.own.keys.startingWith(`visitor-${profileId}`, 1)).toEqual([])
    const uses = 'select from vault.image_uses where profile_id = $1'
    expect((await side.own.db.query(uses, [profileId])).rowCount).toBe(0)
  })

  test('is left alone where whoever deleted it finishes it, staff or owner', async () => {
    for (const actor of [STAFF, { kind: 'owner', id: 'ana' }] satisfies Actor[]) {
      const { slotted: profileId } = await tellOf(`Nahuelpan-${actor.kind}`)
      await deleteProfile(side.deps, profileId, actor)
      const deleted = (await readStream(side.own.store, profileStream(profileId))).at(-1)!
      await reaction.react(side.deps, deleted)
      expect((await side.own.keys.idsOf([profileStream(profileId)])).size, actor.kind).toBe(1)
    }
  })

  testTable([
    ['just now', 0, [GONE_MS]],
    ['a second ago', 1_000, [GONE_MS - 1_000]],
    ['long ago', 60_000, []],
    ['by a clock that is ahead', -60_000, [GONE_MS]],
  ])('is waited for as long as others may still show it', async (_when, agoMs, pauses) => {
    const waited: number[] = []
    const now = () => new Date('2026-11-20T12:00:00.000Z')
    const pause = async (ms: number): Promise<void> => void waited.push(ms)
    await untilGone({ now, pause }, new Date(now().getTime() - agoMs).toISOString())
    expect(waited).toEqual(pauses)
  })
})

/** As a restored copy of the vault has them. */
async function copyKeys(subjects: readonly string[]): Promise<() => Promise<void>> {
  const { db } = side.own
  const { rows } = await db.query<{ row: object }>(
    'select to_jsonb(k) as row from vault.subjects k where subject = any($1)',
    [subjects],
  )
  expect(rows).toHaveLength(subjects.length)
  return async () => {
    const text = JSON.stringify(rows.map(({ row }) => row))
    await db.query(
      'insert into vault.subjects select * from jsonb_populate_recordset(null::vault.subjects, $1)',
      [text],
    )
  }
}

const keysOf = async (subjects: readonly string[]) => (await side.own.keys.forReading(subjects)).size

test('a person whom a copy of the vault restores is erased again [PRIV-4]', async () => {
  const [told, other] = [await tellOf('Quintupil'), await tellOf('Huenchumilla')]
  const restore = await copyKeys(told.subjects)
  await eraseAccount(side.deps, told.id, STAFF)
  expect(await applyErasures(side.deps, STAFF)).toBe(0)
  await restore()
  expect(await side.placesOf('Quintupil')).not.toEqual([])
  expect(await applyErasures(side.deps, STAFF)).toBe(9)
  expect(await keysOf(told.subjects)).toBe(0)
  expect(await side.placesOf('Quintupil')).toEqual([])
  expect(await keysOf(other.subjects)).toBe(9)
  expect((await accountOf(side.own.store, other.id)).name).toBe('Zoraida Huenchumilla')
})

test('an account that a whole backup restores is erased again, with all of its data [PRIV-4]', async () => {
  const told = await tellOf('Catrileo')
  // The ledger alone knows of the erasure: log and vault are from before it.
  const ids = await side.own.keys.idsOf(told.subjects)
  await side.deps.ledger.record([...ids].map(([subject, keyId]) => ({ at: '', subject, keyId })))
  expect(await applyErasures(side.deps, STAFF)).toBe(9)
  expect(await keysOf(told.subjects)).toBe(0)
  await expect(accountOf(side.own.store, told.id)).rejects.toThrow()
  await side.project()
  expect(await side.placesOf('Catrileo')).toEqual([])
})

test('a subscriber whom a whole backup restores is erased and cancelled again, the profile stays', async () => {
  const { subscriptions, subjects } = await tellOf('Antileo')
  const subscribed = subscriptionStream(subscriptions[0]!)
  const ids = await side.own.keys.idsOf([subscribed])
  await side.deps.ledger.record([...ids].map(([subject, keyId]) => ({ at: '', subject, keyId })))
  expect(await applyErasures(side.deps, STAFF)).toBe(1)
  expect(await keysOf(subjects)).toBe(8)
  const { state } = await load(side.own.store, subscription, subscribed)
  expect(state).toMatchObject({ status: 'cancelled', email: undefined })
})

test('a person who registers again stays', async () => {
  const told = await tellOf('Marileo')
  await eraseAccount(side.deps, told.id, STAFF)
  await register(side.own.store, told.id, 'Somebody New')
  expect(await applyErasures(side.deps, STAFF)).toBe(0)
  expect((await accountOf(side.own.store, told.id)).name).toBe('Somebody New')
})

test('the ledger records an erasure before the key is destroyed [PRIV-4]', async () => {
  const told = await tellOf('Nahuelpan')
  const before = (await side.deps.ledger.read()).length
  const keys = {
    ...side.deps.keys,
    destroy: async () => {
      throw new Error('the process died')
    },
  }
  await expect(shred({ ...side.deps, keys }, told.subjects[0]!, STAFF)).rejects.toThrow('the process died')
  expect((await side.deps.ledger.read()).slice(before)).toMatchObject([{ subject: told.subjects[0] }])
  expect(await applyErasures(side.deps, STAFF)).toBe(1)
  expect(await keysOf(told.subjects)).toBe(0)
})
