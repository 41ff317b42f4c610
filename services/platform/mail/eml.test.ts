import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, test } from 'vitest'
import { readEml } from './mail-folder.ts'
import { messageOf } from './mailer.ts'

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

test('bytes that are not a mail are read as an empty one', async () => {
  expect(await readEml('')).toEqual({ to: '', subject: '', date: '', text: '' })
  expect((await readEml('Date: never\nnot a header\n\nbody')).date).toBe('')
})
