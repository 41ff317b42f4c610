import { expect, test } from 'vitest'
import { debianServer, dumpOf, restore } from '../support/processes/debian-server.ts'
import { call, login, tap } from '../support/processes/product-calls.ts'
import { ownDataFolder, startProductProcess } from '../support/processes/product-process.ts'

const PASSWORD = 'Elegida-2026'

test('a dump that is restored on an empty server starts with all that it had, and records on [RUN-9]', async () => {
  const dataDir = await ownDataFolder()
  const [former, next] = [await debianServer(), await debianServer()]
  const before = await startProductProcess({
    dataDir,
    env: { DATABASE_URL: former, ADMIN_PASSWORD: PASSWORD },
  })
  await tap(before.url)
  const dump = await dumpOf(former)
  expect(await before.stop()).toBe(0)

  expect(await restore(next, dump)).toContain('role "svc_owner" does not exist')
  const after = await startProductProcess({ dataDir, env: { DATABASE_URL: next } })
  expect((await login(after.url, PASSWORD)).status).toBe(200)
  const again = await tap(after.url)
  expect([again.status, again.headers.get('tap-status')]).toEqual([200, 'recorded'])
  expect(await call(`${after.url}/readyz`)).toMatchObject({ status: 200 })
  expect(after.errors()).toBe('')
})
