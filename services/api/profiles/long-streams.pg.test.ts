import { beforeAll, describe, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import {
  changeOften,
  eventsReadFor,
  LATER_MS,
  OWNER_CALLS,
  ownerCalled,
  signInOften,
  type Owner,
} from '../../../tests/support/api/long-streams.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'

let fresh: Owner
let veteran: Owner
const EVENTS = 600
const api = useTestApi()
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
