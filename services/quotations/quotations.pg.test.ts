import { beforeEach, expect, test } from 'vitest'
import { postQuotation, quotationStream } from '@app/contracts/quotations.ts'
import { QUOTATION_CONSENT } from '@app/contracts/privacy/consents.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { readStream } from '../kernel/codec.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { eventually } from '../../tests/support/eventually.ts'

const HOUR_MS = 3_600_000
const MESSAGE = 'Recibimos tu solicitud. Te contactaremos en menos de 24 horas.'

const REQUEST = {
  company: 'Andes Norte SpA',
  contact_person: 'Antonia Rivas',
  email: 'compras@andesnorte.example',
  phone: '9 1234-5678',
  estimated_cards: '11-25',
  comments: 'Con nuestro logo, por favor.\nGracias.',
}

const api = useTestApi()
beforeEach(() => api.clock.advance(HOUR_MS)) // one address has a quota an hour

const ask = (body: unknown, headers = {}) => api.post('/api/quotations', body, { headers })
async function asked(body: unknown) {
  const response = await ask(body)
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  expect(response.headers.get('log-position')).toMatch(/^\d+$/)
  const answer = postQuotation.answer.strict().parse(JSON.parse(text))
  return { ...answer, events: await readStream(api.store, quotationStream(answer.id)) }
}

test('a request for a quotation is recorded as it was written, and answered with the promise of contact', async () => {
  const { message, events } = await asked(REQUEST)
  expect(message).toBe(MESSAGE)
  expect(events).toMatchObject([
    {
      type: 'QuotationRequested',
      data: {
        company: 'Andes Norte SpA',
        contactPerson: 'Antonia Rivas',
        email: 'compras@andesnorte.example',
        phone: '9 1234-5678',
        estimatedCards: '11-25',
        comments: 'Con nuestro logo, por favor.\nGracias.',
        consent: QUOTATION_CONSENT,
      },
      meta: { occurredAt: api.clock.now().toISOString() },
    },
  ])
})

const mailsOf = (address: string, count = 1) =>
  eventually(() => {
    const mails = api.mails.filter(({ to }) => to === address)
    expect(mails).toHaveLength(count)
    return mails
  })

test('the mails of a request greet who asked by the first name, and tell sales without a word of theirs', async () => {
  const who = { email: 'zoraida@quilaqueo.example', contact_person: 'Zoraida Quilaqueo Soto' }
  await asked({ ...REQUEST, ...who, company: 'Viñas Quilaqueo', estimated_cards: '37' })
  const [mail] = await mailsOf(who.email)
  expect(mail).toMatchObject({
    subject: 'Recibimos tu solicitud de cotización',
    replyTo: PRODUCT.salesEmail,
  })
  expect(mail!.text).toMatch(/^Hola, Zoraida:\n\nRecibimos tu solicitud de 37 tarjetas /)
  const sales = await eventually(() => {
    const found = api.mails.find(({ subject }) => subject === 'Nueva cotización: 37 tarjetas')
    expect(found?.to).toBe(PRODUCT.salesEmail)
    return found!
  })
  expect(sales.text).toContain('/admin?tab=cotizaciones')
  for (const text of [sales.text, sales.html])
    for (const word of ['Zoraida', 'Quilaqueo', who.email, REQUEST.phone, 'logo'])
      expect(text).not.toContain(word)
})
