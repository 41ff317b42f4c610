import fc from 'fast-check'
import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, test } from 'vitest'
import { readEml } from './eml.ts'
import { messageOf } from './mail-message.ts'
import { runs } from '../../tests/support/longer-runs.ts'

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

test('a folded line loses no space', async () => {
  for (let indent = 0; indent < 80; indent += 1) {
    const text = `${'x'.repeat(indent)} Si no fuiste tú, ignora este correo. Tu contraseña sigue igual. Adiós, Ñandú.\n`
    const eml = await emlOf({ text })
    expect(eml).toContain('=\r\n')
    expect((await readEml(eml)).text).toBe(text)
  }
})

test('any subject and any text are read unchanged in any encoding', async () => {
  const line = fc
    .string({ unit: 'grapheme', maxLength: 150 })
    .map((text) => text.replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ').trim())
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n').trim())
  await fc.assert(
    fc.asyncProperty(line, text, async (subject, body) => {
      const read = await readEml(await emlOf({ subject, text: body }))
      expect([read.subject, read.text.trim()]).toEqual([subject, body])
    }),
    { seed: Number(process.env.TEST_SEED), numRuns: runs(200) },
  )
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
