import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import {
  changeOften,
  eventsReadFor,
  get,
  LATER_MS,
  login,
  OWNER_CALLS,
  ownerCalled,
  put,
  signInOften,
  type Owner,
} from '../../../tests/support/api/long-streams.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'

const EVENTS = 10_000
const CALLS_MEASURED = 20

let api: TestApi
let fresh: Owner
let veteran: Owner
beforeAll(async () => {
  api = await startTestApi()
  fresh = await ownerCalled(api, 'Nueva')
  veteran = await ownerCalled(api, 'Veterana')
  await signInOften(api, veteran, EVENTS)
  await changeOften(api, veteran, EVENTS)
  await api.settle()
  for (const owner of [fresh, veteran]) for (const call of Object.values(OWNER_CALLS)) await call(api, owner)
})
afterAll(() => api?.close())

/** Time of this process, with all its other work: printed, not asserted. */
async function processorMs(owner: Owner, name: string): Promise<number> {
  const before = process.cpuUsage()
  for (let n = 0; n < CALLS_MEASURED; n += 1) await OWNER_CALLS[name]!(api, owner)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / CALLS_MEASURED
}

test.each(Object.keys(OWNER_CALLS))(
  `${EVENTS} sign-ins and changes cost no more than none: %s [SPEED-5]`,
  async (name) => {
    api.clock.advance(LATER_MS)
    const [least, most] = [await eventsReadFor(api, fresh, name), await eventsReadFor(api, veteran, name)]
    expect(most).toBeLessThanOrEqual(least)
    const [few, many] = [await processorMs(fresh, name), await processorMs(veteran, name)]
    console.info(
      `${name}: ${few.toFixed(2)} ms of processor for who is new, ${many.toFixed(2)} ms after ${EVENTS}`,
    )
  },
)

test(`signing in after ${EVENTS} times works, and is not taken down any more`, async () => {
  const head = await api.store.head(accountStream(veteran.id))
  api.clock.advance(LATER_MS)
  expect((await login(api, veteran)).status).toBe(200)
  expect(await api.store.head(accountStream(veteran.id))).toBe(head)
})

describe('a profile that was changed as often as its capacity allows', () => {
  beforeAll(() => changeOften(api, veteran, LIMITS.streamEventsMax - EVENTS))

  test('refuses another change with a reason, and is shown as it is', async () => {
    await expectRefused(await put(api, veteran, { bio: 'Otra' }), 409, 'history-full')
    expect((await get(api, `/api/profile/${veteran.profile.id}`, veteran)).status).toBe(200)
  })
})
