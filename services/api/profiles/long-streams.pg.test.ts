import { beforeAll, describe, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import {
  changeOften,
  eventsReadFor,
  LATER_MS,
  OWNER_CALLS,
  ownerCalled,
  put,
  signInOften,
  type Owner,
} from '../../../tests/support/api/long-streams.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'

let fresh: Owner
let veteran: Owner
const EDITS = { max: 4, per: 3_600 }
const EVENTS = 600
const api = useTestApi({ rateLimits: { 'edit-profile': EDITS } })
beforeAll(async () => {
  fresh = await ownerCalled(api, 'Nueva')
  veteran = await ownerCalled(api, 'Veterana')
})

describe(`an owner with ${EVENTS} sign-ins and changes of the profile`, () => {
  beforeAll(async () => {
    await signInOften(api, veteran, EVENTS)
    await changeOften(api, veteran, EVENTS)
    for (const owner of [fresh, veteran])
      for (const call of Object.values(OWNER_CALLS)) await call(api, owner)
  })

  test('causes as few reads as a new one in each of their calls [SPEED-5]', async () => {
    for (const name of Object.keys(OWNER_CALLS)) {
      api.clock.advance(LATER_MS)
      const [least, most] = [await eventsReadFor(api, fresh, name), await eventsReadFor(api, veteran, name)]
      expect([name, most]).toEqual([name, least])
      expect(most, name).toBeLessThan(3)
    }
  })

  test('is kept sealed, a row a stream', async () => {
    const streams = [accountStream(veteran.id), profileStream(veteran.profile.id)]
    const { rows } = await api.db.query<{ revision: string }>(
      'select revision from vault.state_snapshots where stream = any($1)',
      [streams],
    )
    expect(rows).toHaveLength(2)
    expect(rows.filter(({ revision }) => Number(revision) < EVENTS)).toEqual([])
  })
})

describe('changing profiles', () => {
  test('is limited by account, with what to wait for', async () => {
    const hasty = await ownerCalled(api, 'Apurada')
    for (let n = 0; n < EDITS.max; n += 1) expect((await put(api, hasty, { name: 'Igual' })).status).toBe(200)
    const refused = await put(api, hasty, { name: 'Igual' })
    expect(refused.headers.get('retry-after')).toBe(String(EDITS.per))
    await expectRefused(refused, 429, 'too-many')
    const picture = `/api/upload/profile-image/${hasty.profile.id}`
    const removing = await api.call(picture, { method: 'DELETE', token: hasty.token })
    await expectRefused(removing, 429, 'too-many')
    expect((await put(api, fresh, { name: 'Otra' })).status).toBe(200)
  })
})
