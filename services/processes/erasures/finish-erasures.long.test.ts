import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/events/profile-events.ts'
import type { Actor, StoredEvent } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { account } from '@app/domain/account.ts'
import { profile } from '@app/domain/profile.ts'
import { readStream } from '@app/kernel/codec.ts'
import { load } from '@app/kernel/commands.ts'
import { newId } from '@app/event-store/ids.ts'
import { requestErasure } from '../accounts/change-administrators.ts'
import { causeBy } from '../command-context.ts'
import { createProfile } from '../profiles/create-profile.ts'
import { deleteProfile } from '../profiles/delete-profile.ts'
import { dyingAfter } from '../testing/dying-store.ts'
import { openErasingSide, STAFF, type ErasingSide } from '../testing/erasing-side.ts'
import { accountOf, register, runOn } from '../testing/people.ts'
import { isLong } from '../../../tests/support/longer-runs.ts'
import { finishErasure } from './erase-account.ts'
import { eraseDeleted, GONE_MS } from './erase-profile.ts'
import { mailsOf } from '../mails/waiting-mail.ts'
import { erasureReaction, profileErasureReaction, untilGone } from './finish-erasures.ts'

let side: ErasingSide
beforeAll(async () => {
  side = await openErasingSide()
})
afterAll(() => side.close())

/** The lanes have a crash at each. */
const STEP = isLong ? 1 : 3

let people = 0

async function newOwner(word: string) {
  const { store } = side.own
  const id = `own${(people += 1)}`
  const profileId = newId()
  await register(store, id, `Zoraida ${word}`)
  await runOn(store, id, { type: 'TakeProfileSlot', profileId })
  const details = { ...NO_DETAILS, name: word }
  const wanted = { profileId, ownerId: id, name: '', details, slug: `p-${profileId}` }
  await createProfile(side.deps, { ...wanted, cause: causeBy(side.deps, STAFF) })
  await side.identify({ profileId, visitorId: newId(), fullName: `Visita de ${word}` })
  return { id, profileId, actor: { kind: 'owner', id } satisfies Actor }
}

const statusOf = async (id: string) => (await load(side.own.store, account, accountStream(id))).state.status

const reactionOn = (store = side.own.store) =>
  erasureReaction({
    finish: (id, actor) => finishErasure({ ...side.deps, store }, id, actor),
    pause: async () => undefined,
  })

async function requestOf(id: string): Promise<StoredEvent> {
  const events = await readStream(side.own.store, accountStream(id))
  return events.find(({ type }) => type === 'AccountErasureRequested')!
}

test('after a crash the reaction finishes the owner’s request', async () => {
  for (let appends = 0; ; appends += STEP) {
    const { id, profileId, actor } = await newOwner(`Melinao${appends}x`)
    await requestErasure(side.deps, id, actor)
    const request = await requestOf(id)
    const store = dyingAfter(appends, side.own.store)
    const isDone = await finishErasure({ ...side.deps, store }, id, actor).then(
      () => true,
      () => false,
    )
    if (!isDone)
      expect(await accountOf(side.own.store, id)).toMatchObject({ isErasing: true, isActive: false })
    await reactionOn().react(side.deps, request)
    expect(await statusOf(id)).toBe('unknown')
    expect((await load(side.own.store, profile, profileStream(profileId))).state.status).toBe('deleted')
    if (isDone) break
  }
  await side.project()
  expect(await side.placesOf('Melinao')).toEqual([])
})

test('the reaction does not touch an account registered again with the e-mail', async () => {
  const { id, actor } = await newOwner('Curinao')
  await requestErasure(side.deps, id, actor)
  const request = await requestOf(id)
  await finishErasure(side.deps, id, actor)
  await register(side.own.store, id, 'Somebody New')
  await reactionOn().react(side.deps, request)
  expect(await accountOf(side.own.store, id)).toMatchObject({ name: 'Somebody New', isActive: true })
})

test('the reaction waits for the process that got the call, and stops waiting after a while', async () => {
  const { id, actor } = await newOwner('Lincopan')
  await requestErasure(side.deps, id, actor)
  const request = await requestOf(id)
  let busy = 3
  const finish = async (): Promise<void> => {
    busy -= 1
    if (busy >= 0) throw new Refusal('in-progress')
  }
  const pause = async (): Promise<void> => undefined
  await erasureReaction({ finish, pause }).react(side.deps, request)
  busy = 1_000
  await expect(erasureReaction({ finish, pause }).react(side.deps, request)).rejects.toMatchObject({
    code: 'in-progress',
  })
})

test('mails to the owner are removed, also after the key is destroyed, and those to any former or pending address [MAIL-11]', async () => {
  const { id, actor } = await newOwner('Paillal')
  const removed: (readonly string[])[] = []
  const marks = new Set<string | undefined>()
  const removeMailsTo = async (emails: readonly string[], mark?: string): Promise<number> => {
    marks.add(mark)
    return removed.push(emails)
  }
  await requestErasure(side.deps, id, actor)
  await finishErasure({ ...side.deps, removeMailsTo }, id, actor)
  expect(removed.flat()).toContain(`${id}@empresa.example`)
  expect(marks).toContain(mailsOf(accountStream(id)))
})

describe('a single profile that was deleted', () => {
  const ADMIN: Actor = { kind: 'admin', id: 'rosa' }
  const reaction = profileErasureReaction((profileId, _deletedAt, actor) =>
    eraseDeleted(side.deps, [profileId], actor),
  )

  test('is erased by the reaction to an administrator’s deletion, after a crash', async () => {
    for (let appends = 0; ; appends += STEP) {
      const { profileId } = await newOwner(`Quilaqueo${appends}x`)
      await side.keepImage(profileId)
      await deleteProfile(side.deps, profileId, ADMIN)
      const store = dyingAfter(appends, side.own.store)
      const isDone = await eraseDeleted({ ...side.deps, store }, [profileId], STAFF).then(
        () => true,
        () => false,
      )
      const deleted = (await readStream(side.own.store, profileStream(profileId))).at(-1)!
      await reaction.react(side.deps, deleted)
      expect((await side.own.keys.idsOf([profileStream(profileId)])).size).toBe(0)
      expect(await side.own.keys.startingWith(`visitor-${profileId}`, 1)).toEqual([])
      const uses = 'select from vault.image_uses where profile_id = $1'
      expect((await side.own.db.query(uses, [profileId])).rowCount).toBe(0)
      if (isDone) break
    }
  })

  test('is left alone where whoever deleted it finishes it, staff or owner', async () => {
    for (const actor of [STAFF, { kind: 'owner', id: 'ana' }] satisfies Actor[]) {
      const { profileId } = await newOwner(`Nahuelpan-${actor.kind}`)
      await deleteProfile(side.deps, profileId, actor)
      const deleted = (await readStream(side.own.store, profileStream(profileId))).at(-1)!
      await reaction.react(side.deps, deleted)
      expect((await side.own.keys.idsOf([profileStream(profileId)])).size, actor.kind).toBe(1)
    }
  })

  test.each([
    ['just now', 0, [GONE_MS]],
    ['a second ago', 1_000, [GONE_MS - 1_000]],
    ['long ago', 60_000, []],
    ['by a clock that is ahead', -60_000, [GONE_MS]],
  ])('%s is waited for as long as others may still show it', async (_when, agoMs, pauses) => {
    const waited: number[] = []
    const now = () => new Date('2026-11-20T12:00:00.000Z')
    const pause = async (ms: number): Promise<void> => void waited.push(ms)
    await untilGone({ now, pause }, new Date(now().getTime() - agoMs).toISOString())
    expect(waited).toEqual(pauses)
  })
})
