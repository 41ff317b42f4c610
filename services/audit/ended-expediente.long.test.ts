import { expect, test } from 'vitest'
import { holdBlocks } from '../record/testing/held-blocks.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'

const api = useTestApi()

const started = async (path: string, token: string) =>
  eventually(async () => {
    expect((await api.call(path, { token })).status).toBe(200)
    const letGo = await holdBlocks(api.db)
    const answer = await api.call(path, { token })
    if (answer.status !== 200) await letGo()
    expect(answer.status).toBe(200)
    return { answer, letGo }
  })

test('an expediente on its way ends with the session of its reader [SEAL-5]', async () => {
  const person = await api.newAccount('Cerrada')
  const { answer, letGo } = await started(`/api/account/${person.id}/expediente`, person.token)
  const left = await api.post('/api/auth/logout', {}, { token: person.token })
  expect(left.status).toBeLessThan(300)
  await letGo()
  await expect(answer.text()).rejects.toThrow('terminated')
})
