import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/events/profile.ts'
import type { Actor, StoredEvent } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { account } from '@app/domain/account.ts'
import { profile } from '@app/domain/profile.ts'
import { load } from '@app/event-store/handle.ts'
import { newId } from '@app/event-store/ids.ts'
import { grantAdmin, requestErasure } from '../accounts/administrators.ts'
import { causeBy } from '../command-context.ts'
import { createProfile } from '../profiles/create-profile.ts'
import { dyingAfter } from '../testing/dying-store.ts'
import { openErasingSide, STAFF, type ErasingSide } from '../testing/erasing-side.ts'
import { accountOf, register, runOn } from '../testing/people.ts'
import { finishErasure } from './erase-account.ts'
import { erasureReaction } from './finish-erasures.ts'

let side: ErasingSide
beforeAll(async () => {
  side = await openErasingSide()
})
afterAll(() => side.close())

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
  const events = await side.own.store.readStream(accountStream(id))
  return events.find(({ type }) => type === 'AccountErasureRequested')!
}

test('wherever the process dies, the reaction finishes what the owner requested', async () => {
  for (let appends = 0; ; appends += 1) {
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

test('the reaction leaves whoever registered the e-mail anew alone', async () => {
  const { id, actor } = await newOwner('Curinao')
  await requestErasure(side.deps, id, actor)
  const request = await requestOf(id)
  await finishErasure(side.deps, id, actor)
  await register(side.own.store, id, 'Somebody New')
  await reactionOn().react(side.deps, request)
  expect(await accountOf(side.own.store, id)).toMatchObject({ name: 'Somebody New', isActive: true })
})

test('the reaction waits for the process that was asked, and gives up after a while', async () => {
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

test('mails to the owner go, also where the key is destroyed already', async () => {
  const { id, actor } = await newOwner('Paillal')
  const removed: (readonly string[])[] = []
  const removeMailsTo = async (emails: readonly string[]): Promise<number> => removed.push(emails)
  await requestErasure(side.deps, id, actor)
  await finishErasure({ ...side.deps, removeMailsTo }, id, actor)
  expect(removed.flat()).toContain(`${id}@empresa.example`)
})

test('the last administrator is refused before anything is written', async () => {
  const { id, actor } = await newOwner('Ultima')
  await grantAdmin(side.deps, id, STAFF)
  const head = await side.own.store.headPosition()
  await expect(requestErasure(side.deps, id, actor)).rejects.toMatchObject({ code: 'last-administrator' })
  expect(await side.own.store.headPosition()).toBe(head)
})
