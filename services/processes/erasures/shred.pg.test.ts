import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/events/profile-events.ts'
import { newId } from '@app/event-store/ids.ts'
import { eraseProfiles } from './erase-profile.ts'
import { finishShredding, shred, shredAll } from './shred.ts'
import { dyingAfter } from '../testing/dying-store.ts'
import { openErasingSide, STAFF, type ErasingSide } from '../testing/erasing-side.ts'

let side: ErasingSide
beforeAll(async () => {
  side = await openErasingSide()
})
afterAll(() => side.close())

/** Ids of a test's own, so that all can share one log. */
let [accountId, profileId, visitorId] = ['', '', '']
beforeEach(() => {
  accountId = newId()
  profileId = newId()
  visitorId = newId()
})

const register = (name: string) =>
  side.write(accountStream(accountId), {
    type: 'AccountRegistered',
    data: { name, email: 'x@x.example', credentialId: undefined },
  })
const createProfile = (name: string) =>
  side.write(profileStream(profileId), {
    type: 'ProfileCreated',
    data: { ownerId: accountId, slug: `p-${profileId}`, details: { ...NO_DETAILS, name } },
  })
const erasuresOf = async (subject: string) =>
  (await side.events('SubjectErased')).filter(({ data }) => data.subject === subject)

/** Rows in use, and rows built from zero. */
async function expectNowhere(text: string): Promise<void> {
  await side.project()
  expect(await side.placesOf(text)).toEqual([])
  expect(await side.differing()).toEqual([])
}

describe.each(['account', 'profile', 'visitor'] as const)('a shredded %s', (kind) => {
  const name = `Zoraida Quintupil, ${kind}`
  const subjectOf = () =>
    ({
      account: accountStream(accountId),
      profile: profileStream(profileId),
      visitor: visitorSubject(profileId, visitorId),
    })[kind]
  const say = (said: string) =>
    ({
      account: register,
      profile: createProfile,
      visitor: (fullName: string) => side.identify({ profileId, visitorId, fullName }),
    })[kind](said)

  test('is in no table and in no event, neither in older rows nor in a build from zero [PRIV-2]', async () => {
    await say(name)
    await side.project()
    // Read models store sealed texts.
    expect(await side.placesOf(name)).toHaveLength(1)
    expect(await shred(side.deps, subjectOf(), STAFF)).toBe(true)
    await expectNowhere(name)
  })

  test('is appended to the log once, however often it is requested', async () => {
    await say(name)
    expect(await shred(side.deps, subjectOf(), STAFF)).toBe(true)
    expect(await shred(side.deps, subjectOf(), STAFF)).toBe(false)
    expect(await erasuresOf(subjectOf())).toMatchObject([{ meta: { actor: STAFF } }])
  })

  test('that returns has only their new texts', async () => {
    await say(name)
    await side.project()
    await shred(side.deps, subjectOf(), STAFF)
    const back = `Back as ${kind}`
    if (kind !== 'profile') await say(back)
    else {
      const data = { changes: { bio: back }, typed: {} }
      await side.write(profileStream(profileId), { type: 'ProfileEdited', data })
    }
    await expectNowhere(name)
    expect((await side.placesOf(back)).length).toBeGreaterThan(0)
    await shred(side.deps, subjectOf(), STAFF)
    await expectNowhere(back)
    expect(await erasuresOf(subjectOf())).toHaveLength(2)
  })

  test('whose SubjectErased a crash prevented gets it with the next shredding, or when it is finished', async () => {
    for (const finish of [
      () => shred(side.deps, subjectOf(), STAFF),
      () => finishShredding(side.deps, STAFF),
    ]) {
      const before = (await erasuresOf(subjectOf())).length
      await (before > 0 && kind === 'profile'
        ? side.write(profileStream(profileId), {
            type: 'ProfileEdited',
            data: { changes: { bio: name }, typed: {} },
          })
        : say(name))
      await side.project()
      const dying = { ...side.deps, store: dyingAfter(0, side.deps.store) }
      await expect(shred(dying, subjectOf(), STAFF)).rejects.toThrow('the process died')
      expect(await erasuresOf(subjectOf())).toHaveLength(before)
      await finish()
      expect(await erasuresOf(subjectOf())).toHaveLength(before + 1)
      await expectNowhere(name)
    }
  })
})

test('an erasure whose mark failed is not published twice', async () => {
  await register('Ana')
  const subject = accountStream(accountId)
  const forgetful = {
    ...side.deps.keys,
    published: async () => {
      throw new Error('the process died')
    },
  }
  await expect(shred({ ...side.deps, keys: forgetful }, subject, STAFF)).rejects.toThrow('the process died')
  expect(await finishShredding(side.deps, STAFF)).toBe(1)
  expect(await finishShredding(side.deps, STAFF)).toBe(0)
  expect(await erasuresOf(subject)).toHaveLength(1)
})

test('a subject without text leaves nothing to publish', async () => {
  expect(await shred(side.deps, accountStream(accountId), STAFF)).toBe(false)
  expect(await erasuresOf(accountStream(accountId))).toEqual([])
})

test('twenty simultaneous shreddings of one person append it once', async () => {
  await register('Ana')
  const subject = accountStream(accountId)
  await Promise.all(Array.from({ length: 20 }, () => shred(side.deps, subject, STAFF)))
  expect(await erasuresOf(subject)).toHaveLength(1)
})

test('an erased visitor is not counted any more', async () => {
  await createProfile('Ana')
  for (const fullName of ['Uno', 'Dos']) await side.identify({ profileId, visitorId: newId(), fullName })
  await side.identify({ profileId, visitorId, fullName: 'Tres' })
  const count = async () => {
    await side.project()
    const sql = 'select count(*)::int as count from read.identified_visitors where profile_id = $1'
    return (await side.own.db.query<{ count: number }>(sql, [profileId])).rows[0]?.count
  }
  expect(await count()).toBe(3)
  await shred(side.deps, visitorSubject(profileId, visitorId), STAFF)
  expect(await count()).toBe(2)
})

describe('the visitors of a profile', () => {
  const VISITORS = 130
  beforeEach(async () => {
    await createProfile('Ana')
    for (let n = 0; n < VISITORS; n += 1)
      await side.identify({ profileId, visitorId: newId(), fullName: `Visita ${n}` })
  })
  const subjects = () => side.deps.keys.startingWith(visitorSubject(profileId, ''), VISITORS)
  const erasedOnes = async () =>
    (await side.events('SubjectErased')).filter(
      ({ data: { subject } }) =>
        typeof subject === 'string' && subject.startsWith(visitorSubject(profileId, '')),
    )

  test('are erased a hundred at a time: one write of the ledger, one statement that destroys', async () => {
    const steps: string[] = []
    const { ledger, keys } = side.deps
    const counted = {
      ...side.deps,
      ledger: {
        ...ledger,
        record: (erased: Parameters<typeof ledger.record>[0]) => {
          steps.push(`ledger ${erased.length}`)
          return ledger.record(erased)
        },
      },
      keys: {
        ...keys,
        destroy: (...destroyed: readonly string[]) => {
          steps.push(`keys ${destroyed.length}`)
          return keys.destroy(...destroyed)
        },
      },
    }
    expect(await eraseProfiles(counted, [profileId], STAFF)).toMatchObject({ visitors: VISITORS })
    expect(steps).toEqual(['ledger 100', 'keys 100', 'ledger 30', 'keys 30', 'ledger 1', 'keys 1'])
    expect(await erasedOnes()).toHaveLength(VISITORS)
    expect(await subjects()).toEqual([])
  })

  test('are each in the log once, though the process died within a page', async () => {
    const dying = { ...side.deps, store: dyingAfter(7, side.deps.store) }
    await expect(shredAll(dying, await subjects(), STAFF)).rejects.toThrow('the process died')
    expect(await subjects()).toEqual([])
    expect((await erasedOnes()).length).toBeLessThan(VISITORS)
    await finishShredding(side.deps, STAFF)
    const names = (await erasedOnes()).map(({ data }) => data.subject)
    expect([names.length, new Set(names).size]).toEqual([VISITORS, VISITORS])
  })
})
