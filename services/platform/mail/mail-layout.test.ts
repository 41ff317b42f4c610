import { expect, test } from 'vitest'
import { headMail } from '../../record/head-mail.ts'
import { rightsMail } from '../../privacy/rights/rights-links.ts'
import { quotationArrivedMail, quotationReceivedMail } from '../../quotations/mails.ts'
import { createEmailLetters } from '../../accounts/change-email.ts'
import { resetMail } from '../../accounts/reset-link.ts'
import { reminderMail } from '../../reminders/reminder-mail.ts'
import { sourceFiles } from '../../../tests/support/source-files.ts'
import type { WaitingMail } from './waiting-mail.ts'
import type { Mail } from './mailer.ts'
import { markup } from './mail-layout.ts'

const publicUrl = 'https://tarjeta.example'
const to = 'ana@empresa.example'
const link = `${publicUrl}/algo`
const links = { page: link, save: link, talked: link, unsubscribe: link }
const contact = { filename: 'juan.vcf', vcard: 'BEGIN:VCARD' }
const card = {
  name: 'Juan',
  lastname: 'Pérez',
  position: '',
  company: '',
  whatsapp: undefined,
  reach: [],
  photo: undefined,
  contact,
}
const reminder = { to, card, links, subscribedMs: 0, days: 7, note: undefined, publicUrl }

const letters = createEmailLetters({ publicUrl, now: () => new Date(0) })
const emailMails = await Promise.all(
  [{ to, code: '123456' }, { to }].map(async (contents) => {
    const waiting = { id: 'a', subject: 'b', contents: JSON.stringify(contents) }
    return (await letters['email-code'](waiting as WaitingMail))!.mail
  }),
)

/** By the file that makes them. */
const MAILS: Readonly<Record<string, readonly Omit<Mail, 'to'>[]>> = {
  'services/accounts/change-email.ts': emailMails,
  'services/accounts/reset-link.ts': [resetMail({ to, name: 'Ana', link, minutes: 60, publicUrl })],
  'services/record/head-mail.ts': [
    headMail({ to, head: { at: '2026-11-29T12:00:00.000Z', size: 3 }, pem: 'PEM', publicUrl }),
  ],
  'services/quotations/mails.ts': [
    quotationReceivedMail({ to, contactPerson: 'Ana Soto', cards: '11-25', publicUrl }),
    quotationArrivedMail({ cards: '1', publicUrl }),
  ],
  'services/privacy/rights/rights-links.ts': [rightsMail({ to, link, publicUrl })],
  'services/reminders/reminder-mail.ts': [
    reminderMail({ ...reminder, isFirstHeard: true }),
    reminderMail({ ...reminder, isFirstHeard: false }),
  ],
}

test('every file that lays out a mail is walked here', () => {
  const makers = sourceFiles(/(?<!\.test)\.ts$/).filter(({ text }) =>
    /\bmail(?:OfLines|Page)\b[^}]*\} from '[^']*mail-layout/.test(text),
  )
  expect(makers.map(({ path }) => path).toSorted()).toEqual(Object.keys(MAILS).toSorted())
})

test.each(Object.entries(MAILS))(
  'mails of %s end with the way to one’s data, in both forms',
  (_file, mails) => {
    expect(mails.length).toBeGreaterThan(0)
    for (const { html, text } of mails) {
      expect(html).toContain(`href="${publicUrl}/mis-datos"`)
      expect(text).toContain(`\n\nMis datos: ${publicUrl}/mis-datos\n\n`)
    }
  },
)

test('values are inserted as text, in content and in attributes', () => {
  const name = `<script>alert("1")</script> & 'co'`
  expect(markup`<p title="${name}">${name} ${7}</p>`.text).toBe(
    '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;co&#39;">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;co&#39; 7</p>',
  )
})

test('HTML inserted into HTML stays unchanged, one piece or several', () => {
  const rows = ['a', '<b>'].map((text) => markup`<li>${text}</li>`)
  expect(markup`<ul>${rows}</ul>${markup`<br>`}`.text).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul><br>')
})
