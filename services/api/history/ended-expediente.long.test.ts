import { describe, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { holdBlocks } from '../testing/held-blocks.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { write } from '../../../tests/support/api/test-log.ts'

/** Of an account whose change nobody has told. */
const ACCOUNT_KNOWN_MS = 2_000
const api = useTestApi()

describe('an expediente on its way ends with the right to it', () => {
  const started = async (path: string, token: string) =>
    eventually(async () => {
      expect((await api.call(path, { token })).status).toBe(200)
      const letGo = await holdBlocks(api.db)
      const answer = await api.call(path, { token })
      if (answer.status !== 200) await letGo()
      expect(answer.status).toBe(200)
      return { answer, letGo }
    })

  test('whose session was closed [SEAL-5]', async () => {
    const person = await api.newAccount('Cerrada')
    const { answer, letGo } = await started(`/api/account/${person.id}/expediente`, person.token)
    const left = await api.post('/api/auth/logout', {}, { token: person.token })
    expect(left.status).toBeLessThan(300)
    await letGo()
    await expect(answer.text()).rejects.toThrow('terminated')
  })

  test('whose reader was an administrator [SEAL-5]', async () => {
    const clerk = await api.newAccount('Exadmin', { isAdmin: true })
    const { answer, letGo } = await started(`/api/account/${api.owner.id}/expediente`, clerk.token)
    await write(api.store, api.clock.now(), accountStream(clerk.id), [{ type: 'AdminRevoked', data: {} }])
    api.clock.advance(ACCOUNT_KNOWN_MS)
    await letGo()
    await expect(answer.text()).rejects.toThrow('terminated')
  })
})
