import { expect, test } from 'vitest'
import { RATE_LIMITS } from '@app/contracts/limits/rate-limits.ts'
import { startTestApi } from '../../../tests/support/api/test-api.ts'
import { countsByStatus } from '../../../tests/support/api/test-client.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'
import { subscriptionsOf } from '../../../tests/support/api/test-subscriptions.ts'

const WAVE = 40

test('an address may subscribe 50 times an hour, and a profile be subscribed to 300 times', async () => {
  const limited = await startTestApi({ rateLimits: {}, trustProxy: ['loopback'] })
  try {
    const { perAddress, perProfile } = RATE_LIMITS.subscribe
    const profile_id = limited.profile.id
    const ask = (at: number, from: string, id: string): Promise<Response> =>
      subscriptionsOf(limited).ask(
        { email: `${from}-${at}@correo.example`, profile_id: id },
        { headers: { 'x-forwarded-for': from } },
      )
    /** In waves, so that on a busy machine none waits too long for a connection. */
    async function asks(count: number, from: (at: number) => string, id: (at: number) => string) {
      const responses: Response[] = []
      while (responses.length < count) {
        const wave = Array.from(
          { length: Math.min(WAVE, count - responses.length) },
          (_, n) => responses.length + n,
        )
        responses.push(...(await Promise.all(wave.map((at) => ask(at, from(at), id(at))))))
      }
      return responses
    }
    const ofAddress = await asks(
      perAddress.max + 3,
      () => '203.0.113.1',
      (at) => uuid(0xf000 + at),
    )
    expect(countsByStatus(ofAddress)).toEqual({ 404: perAddress.max, 429: 3 })
    const spelled = (at: number): string => (at % 2 === 0 ? profile_id : profile_id.toUpperCase())
    const ofProfile = await asks(perProfile.max + 5, (at) => `198.51.100.${at % 250}`, spelled)
    expect(countsByStatus(ofProfile)).toEqual({ 200: perProfile.max, 429: 5 })
  } finally {
    await limited.close()
  }
})
