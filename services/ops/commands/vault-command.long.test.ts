import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STORE_IDENTITY_STREAM } from '@app/contracts/record.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { withConnection, oneLogin } from '../../platform/postgres/connection.ts'
import { LOG_IN_POSTGRES } from '../../product/testing/backend-on.ts'
import { openOpsBackend } from '../ops-session.ts'
import { heardSecurity } from '../testing/security-lines.ts'
import { filesOfTests } from '../testing/installed-product.ts'
import { installInFolder, terminalTo, type ProductInFolder } from '../testing/product-folder.ts'
import { acceptLossCommand } from './key-commands.ts'

let product: ProductInFolder
let security: () => string
beforeEach(async () => {
  product = await installInFolder()
  security = heardSecurity()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await product.close()
})

/** Has the effect of dropping the database and keeping the log, which is in it here. */
const loseVault = (): Promise<unknown> =>
  withConnection(product.url, (client) =>
    client.query('delete from vault.identity; delete from vault.subjects; delete from vault.credentials'),
  )

interface Answered {
  readonly code: number | string
  readonly out: string
  readonly questions: number
}

/** Runs the command with typed answers. A refusal becomes its text. */
async function acceptLoss(answers: readonly string[] = []): Promise<Answered> {
  const lines: string[] = []
  let questions = 0
  const ask = async (question: string): Promise<string> => {
    lines.push(question)
    return answers[questions++]!
  }
  const code = await acceptLossCommand(product.settings, terminalTo(lines), ask).catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error
    return error.message
  })
  return { code, out: lines.join('\n'), questions }
}

const identity = () => product.backend.sealed.readStream(STORE_IDENTITY_STREAM)

const start = async (): Promise<void> =>
  (await openOpsBackend(oneLogin(product.url), filesOfTests(), LOG_IN_POSTGRES)).close()

test('accept-loss lists the consequences, asks, and then the product starts; with no key missing it refuses', async () => {
  const before = await identity()
  expect(await acceptLoss()).toEqual({
    code: expect.stringMatching(/ninguna pérdida/),
    out: '',
    questions: 0,
  })
  expect(await identity()).toEqual(before)
  await loseVault()
  await expect(start()).rejects.toThrow(/vault accept-loss/)
  const { code, out, questions } = await acceptLoss(['Sin respaldo'])
  expect([code, questions]).toEqual([0, 1])
  expect(out).toMatch(/como borradas[^]*contraseña[^]*ADMIN_EMAIL[^]*recordatorio[^]*Inicia el producto/)
  expect(JSON.parse(security())).toMatchObject({ security: 'vault-loss-accepted', by: 'ops' })
  const bound = (await identity()).at(-1)!
  expect(bound).toMatchObject({ type: 'VaultBound', meta: { actor: { kind: 'system', id: 'ops' } } })
  await start()
  expect((await acceptLoss()).code).toMatch(/ninguna pérdida/)
})

test('accept-loss changes nothing after another answer', async () => {
  await loseVault()
  const before = await identity()
  const { code, out, questions } = await acceptLoss(['con respaldo'])
  expect([code, questions]).toEqual([1, 1])
  expect(out).toContain('No se cambió nada')
  expect(await identity()).toEqual(before)
  expect(security()).toBe('')
  await expect(start()).rejects.toThrow(StartError)
})
