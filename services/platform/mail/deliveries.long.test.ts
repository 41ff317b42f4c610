import { PRODUCT } from '@app/contracts/product.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Delivery, type Mail, createMailer } from './mailer.ts'
import { startTestSmtp, type TestSmtp, type TestSmtpOptions } from './testing/test-smtp.ts'

const MAIL: Mail = {
  to: 'ana@empresa.example',
  subject: '¿Hablaste con Juan Pérez?',
  text: 'Hola',
  html: '<p>Hola <img src="cid:photo"></p>',
}
const { signal } = new AbortController()

async function openMailer(options: TestSmtpOptions = {}) {
  const server = await startTestSmtp(options)
  onTestFinished(() => server.stop())
  const mailer = createMailer({ smtpUrl: server.url, folder: '', from: 'hola@tarjeta.example' })
  onTestFinished(() => mailer.close())
  let ids = 0
  const deliver = (given: Partial<Mail> = {}): Promise<Delivery> => {
    const written = { mail: { ...MAIL, ...given }, id: `id-${(ids += 1)}`, date: new Date('2026-03-02') }
    return mailer.deliver(written, signal)
  }
  return { server, deliver }
}

const headOf = ({ delivered }: TestSmtp): string => delivered.at(-1)!.eml.split(/\r\n\r\n/)[0]!

test('a mail whose reply is lost is in doubt, and the pool does not send it again', async () => {
  const { server, deliver } = await openMailer({ losesAnswer: (message) => message === 1 })
  expect(await deliver()).toMatchObject({ kind: 'uncertain' })
  expect(await deliver()).toEqual({ kind: 'sent' })
  expect(server.delivered).toHaveLength(2)
})

test('a mail whose connection is lost before its text was requested has failed for certain', async () => {
  const { server, deliver } = await openMailer({ hangsUpBefore: (attempt) => attempt === 1 })
  expect(await deliver()).toMatchObject({ kind: 'failed' })
  expect(await deliver()).toEqual({ kind: 'sent' })
  expect(server.delivered).toHaveLength(1)
})

test('a mail to a mailbox that does not exist is refused, and any other refusal has failed', async () => {
  for (const [text, delivery] of [
    ['5.1.1 no such user', { kind: 'refused', reason: 'SMTP 550 5.1.1', status: '5.1.1' }],
    ['5.2.2 mailbox full', { kind: 'failed', reason: 'SMTP 550 5.2.2' }],
    ['5.1.1x no code', { kind: 'failed', reason: 'SMTP 550' }],
    [['see our page', '5.7.1 not from you'], { kind: 'failed', reason: 'SMTP 550 5.7.1' }],
  ] as const) {
    const { deliver } = await openMailer({ answer: () => ({ code: 550, text }) })
    expect(await deliver()).toEqual(delivery)
  }
})

test('mails in succession use a few connections when they are simultaneous', async () => {
  const { server, deliver } = await openMailer()
  await Promise.all(Array.from({ length: 30 }, () => deliver()))
  expect(server.delivered).toHaveLength(30)
  expect(server.connections()).toBeLessThanOrEqual(8)
})

describe('the head', () => {
  test('has an envelope sender for delivery reports, apart from the visible sender', async () => {
    const { server, deliver } = await openMailer()
    const envelopeFrom = `rebotes+${'a'.repeat(52)}@tarjeta.example`
    await deliver({ envelopeFrom, replyTo: 'juan@empresa.example' })
    expect(server.delivered[0]!.from).toBe(envelopeFrom)
    expect(`\r\n${headOf(server)}`).toContain(`\r\nFrom: ${PRODUCT.name} <hola@tarjeta.example>\r\n`)
    expect(headOf(server)).toMatch(/^Reply-To: juan@empresa\.example\r$/m)
  })

  test('has the link that unsubscribes in one line of any length', async () => {
    const { server, deliver } = await openMailer()
    const url = `https://tarjetas.empresa-de-nombre-muy-largo.example/baja/${'a'.repeat(52)}`
    await deliver({ listUnsubscribe: { url } })
    expect(headOf(server)).toContain(`\r\nList-Unsubscribe: <${url}>\r\n`)
    expect(headOf(server)).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  })
})
