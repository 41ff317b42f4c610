import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '../../../tests/support/api/test-log.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { bounceAddress, REPORT_BYTES_MAX } from '@app/mail/delivery-report.ts'
import { createReminderTokens } from '@app/vault/keys/reminder-tokens.ts'
import { bounceCommand, readBounce } from './bounce-command.ts'
import { installInFolder, terminalTo, type ProductInFolder } from '../testing/product-folder.ts'

const PROFILE = '0199a000-0000-7000-8000-0000000000aa'

let product: ProductInFolder
beforeAll(async () => {
  product = await installInFolder()
})
afterAll(() => product.close())

async function subscribe(): Promise<string> {
  const id = product.backend.newId()
  const data = { profileId: PROFILE, email: 'ana@empresa.example', consent: 'v1' }
  await write(product.backend.store, product.backend.now(), subscriptionStream(id), [
    { type: 'ReminderSubscribed', data },
  ])
  return id
}

const tokenOf = (subscriptionId: string, cycle = 1): string =>
  createReminderTokens(product.backend.idKeys).issue('bounce', { subscriptionId, cycle })

/** The nth report, each a message of its own. */
const reportOf = (token: string, status: string, nth = 1): Buffer =>
  Buffer.from(
    [
      'From: MAILER-DAEMON@mx.empresa.example',
      `To: <${bounceAddress(token, 'tarjeta.example')}>`,
      `Message-ID: <${nth}@mx.empresa.example>`,
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
      '',
      '--b1',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.empresa.example',
      '',
      'Final-Recipient: rfc822; ana@empresa.example',
      'Action: failed',
      `Status: ${status}`,
      '',
      '--b1--',
      '',
    ].join('\r\n'),
  )

async function report(raw: Buffer): Promise<string> {
  const lines: string[] = []
  await bounceCommand(product.settings, { ...terminalTo(lines), say: () => undefined }, raw)
  return lines.join('\n')
}

const history = async (id: string): Promise<readonly string[]> =>
  (await product.backend.store.readStream(subscriptionStream(id))).slice(1).map(({ type }) => type)

test('a report of a refused recipient bounces, and one of no failure changes nothing', async () => {
  const [refused, delivered] = [await subscribe(), await subscribe()]
  await report(reportOf(tokenOf(refused), '5.1.1'))
  await report(reportOf(tokenOf(delivered), '2.1.5'))
  expect(await history(refused)).toEqual(['ReminderBounceReported', 'ReminderBounced'])
  expect(await history(delivered)).toEqual([])
})

test('a report sent twice, even concurrently, is counted once', async () => {
  const id = await subscribe()
  const raw = reportOf(tokenOf(id), '4.2.2')
  await Promise.all([report(raw), report(raw)])
  expect(await report(raw)).toBe('Ese informe ya estaba anotado.')
  expect(await history(id)).toEqual(['ReminderBounceReported'])
})

test('a report about an earlier cycle changes nothing', async () => {
  const id = await subscribe()
  expect(await report(reportOf(tokenOf(id, 2), '5.1.1'))).toMatch(/^Nada que anotar/)
  expect(await history(id)).toEqual([])
})

test('a message that does not report on a reminder of this installation is refused without a write', async () => {
  const id = await subscribe()
  const head = await product.backend.store.headPosition()
  const pageToken = createReminderTokens(product.backend.idKeys).issue('page', {
    subscriptionId: id,
    cycle: 1,
  })
  for (const raw of [Buffer.from('Hola'), Buffer.alloc(0), reportOf(pageToken, '5.1.1')])
    await expect(report(raw)).rejects.toThrow(StartError)
  expect(await product.backend.store.headPosition()).toBe(head)
})

test('the message is read from a file or from standard input, up to its size limit', async () => {
  const file = join(product.dir, 'informe.eml')
  await writeFile(file, 'From: a@b.example')
  expect(String(await readBounce(file))).toBe('From: a@b.example')
  expect(String(await readBounce('-', Readable.from([Buffer.from('a'), Buffer.from('b')])))).toBe('ab')
  await expect(readBounce(join(product.dir, 'nada'))).rejects.toThrow(/^No se puede leer .*nada \(ENOENT\)/)
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(REPORT_BYTES_MAX)
    })(),
  )
  await expect(readBounce('-', endless)).rejects.toThrow('bytes')
})

test('the command line takes a dash, and reads what is piped', async () => {
  const id = await subscribe()
  expect(await product.ops.answer('mail bounce -', String(reportOf(tokenOf(id), '5.1.1')))).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('Anotado: el correo rebota'),
  })
  expect((await history(id)).at(-1)).toBe('ReminderBounced')
})
