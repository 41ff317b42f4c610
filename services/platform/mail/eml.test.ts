import fc from 'fast-check'
import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, test } from 'vitest'
import { readEml } from './mail-folder.ts'
import { messageOf } from './mailer.ts'
import { runs } from '../../../tests/support/longer-runs.ts'

const mail = {
  from: { name: 'Tarjetas', address: 'hola@tarjeta.example' },
  to: 'ana@tarjeta.example',
  subject: 'Crea una contraseña nueva',
  text: 'Hola, Ana:\n\nhttps://tarjeta.example/auth/reset?token=abc\n',
  html: '<p>Hola</p>',
  id: 'id-1',
  messageId: '<id-1@tarjeta.example>',
  date: new Date('2026-03-02T12:00:00.000Z'),
}

const emlOf = async (given: Partial<typeof mail>): Promise<string> =>
  (await new MailComposer(messageOf({ ...mail, ...given })).compile().build()).toString()

test('a stored mail is read as it was written', async () => {
  expect(await readEml(await emlOf({}))).toEqual({
    to: mail.to,
    subject: mail.subject,
    date: '2026-03-02T12:00:00.000Z',
    text: mail.text,
  })
})

/** Erasures compare addresses with those of stored mails. */
test('the address of a stored mail is the one that it was sent to, however the file spells it', async () => {
  const special = fc.string({ unit: fc.constantFrom(..."ab.-+'=*/{}|~!#$%^ñé"), minLength: 1, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(special, fc.constantFrom('x.cl', 'x'.repeat(60) + '.example'), async (local, domain) => {
      const to = `${local}@${domain}`
      expect((await readEml(await emlOf({ to }))).to).toBe(to)
    }),
    { seed: Number(process.env.TEST_SEED), numRuns: runs(200) },
  )
})

test('bytes that are not a mail are read as an empty one', async () => {
  expect(await readEml('')).toEqual({ to: '', subject: '', date: '', text: '' })
  expect((await readEml('Date: never\nnot a header\n\nbody')).date).toBe('')
})
