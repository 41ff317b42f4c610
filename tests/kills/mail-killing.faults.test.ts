import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readEml } from '@app/mail/eml.ts'
import { startTestSmtp } from '@app/mail/testing/test-smtp.ts'
import { ADMIN_EMAIL, call } from '../support/processes/product-calls.ts'
import { ownDataFolder, startProductProcess, type Product } from '../support/processes/product-process.ts'
import { eventually } from '../support/eventually.ts'

vi.setConfig({ testTimeout: 300_000 })

/** Another process takes over an attempt of a dead process after two minutes. */
const TAKEN_OVER_MS = 120_000
/** Before, during and after the first attempt. */
const KILLED_AFTER_MS = [0, 10, 100]

const forgot = ({ url }: Product) =>
  call(`${url}/api/auth/forgot-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: ADMIN_EMAIL }),
  })

const metric = async ({ url }: Product, name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await (await fetch(`${url}/metrics`)).text())?.[1])

test('a queued mail arrives once, even if the product was killed and the mail server was unavailable [MAIL-10]', async () => {
  const away = await startTestSmtp()
  await away.stop()
  const options = { dataDir: await ownDataFolder(), env: { SMTP_URL: away.url } }
  let product = await startProductProcess(options)
  for (const ms of KILLED_AFTER_MS) {
    expect((await forgot(product)).status).toBe(200)
    await pause(ms)
    await product.kill('SIGKILL')
    product = await startProductProcess(options)
  }
  await expect.poll(() => metric(product, 'mail_queued')).toBe(1)
  const server = await startTestSmtp({ port: away.port })
  onTestFinished(() => server.stop())
  await eventually(() => expect(server.delivered).toHaveLength(1), { notBeforeMs: TAKEN_OVER_MS })
  await expect.poll(() => metric(product, 'mail_queued')).toBe(0)
  expect([await metric(product, 'mail_sent_total'), server.delivered.length]).toEqual([1, 1])
  const token = /reset\?token=([\w-]+)/.exec((await readEml(server.delivered[0]!.eml)).text)?.[1]
  const { body } = await call(`${product.url}/api/auth/verify-reset-token/${token}`)
  expect(body).toMatchObject({ valid: true, email: ADMIN_EMAIL })
})
