import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postQuotation } from '@app/contracts/api/quotation-calls.ts'
import { QUOTATION_CONSENT } from '@app/contracts/privacy/consents.ts'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import { QUOTATION_MAILS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { CARD_RANGES } from '@app/contracts/quotation-rules.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'

const HOUR_MS = 3_600_000
const MESSAGE = 'Recibimos tu solicitud. Te contactaremos en menos de 24 horas.'
const NO_NUMBER = 'Ingresa una cantidad válida.'
const TOO_FEW = 'Debes solicitar al menos 1 unidad.'
const TOO_MANY = 'El máximo permitido por solicitud es de 50 unidades.'
const EMPTY = 'Completa este campo.'

const REQUEST = {
  company: 'Andes Norte SpA',
  contact_person: 'Antonia Rivas',
  email: 'compras@andesnorte.example',
  phone: '9 1234-5678',
  estimated_cards: '11-25',
  comments: 'Con nuestro logo, por favor.\nGracias.',
}

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(() => api.clock.advance(HOUR_MS)) // one address has a quota an hour

const ask = (body: unknown, headers = {}) => api.post('/api/quotations', body, { headers })
async function asked(body: unknown) {
  const response = await ask(body)
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  const answer = postQuotation.answer.strict().parse(JSON.parse(text))
  return { ...answer, events: await api.store.readStream(quotationStream(answer.id)) }
}

describe('a request for a quotation', () => {
  test('is recorded as it was written, and answered with the promise of contact', async () => {
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

  test('has nothing personal in the log', async () => {
    const secret = {
      company: 'Viñas Quilaqueo Ltda',
      contact_person: 'Zoraida Quilaqueo',
      email: 'zoraida@q.example',
      phone: '+56 9 8877 6655',
    }
    await asked({ ...REQUEST, ...secret, comments: 'Llamar a Zoraida' })
    const text = await api.logText()
    for (const word of [...Object.values(secret), 'Zoraida']) expect(text).not.toContain(word)
  })

  test.each([undefined, null, '', '  '])('has no comments where they are %j', async (comments) => {
    const { events } = await asked({ ...REQUEST, comments })
    expect(events[0]?.data.comments).toBe('')
  })

  test('sent again under its key is the same one', async () => {
    const headers = { 'idempotency-key': 'one-quotation' }
    const [first, second] = [await ask(REQUEST, headers), await ask(REQUEST, headers)]
    const answer = postQuotation.answer.parse(await first.json())
    expect(await second.json()).toEqual(answer)
    expect(await api.store.readStream(quotationStream(answer.id))).toHaveLength(1)
    await expectRefused(await ask({ ...REQUEST, company: 'Otra' }, headers), 409, 'key-reused')
  })

  test('is trimmed, and ignores unknown fields', async () => {
    const { events } = await asked({ ...REQUEST, company: '  Andes  ', status: 'completed', id: 'x' })
    expect(events).toHaveLength(1)
    expect(events[0]?.data).toMatchObject({ company: 'Andes' })
    expect(events[0]?.data).not.toHaveProperty('status')
  })
})

describe('the mails of a request', () => {
  const mailsOf = (address: string, count = 1) =>
    eventually(() => {
      const mails = api.mails.filter(({ to }) => to === address)
      expect(mails).toHaveLength(count)
      return mails
    })

  test('greet who asked by the first name, and tell sales without a word of theirs', async () => {
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

  test('are three a day to one mailbox, however often its address is typed [MAIL-15]', async () => {
    const [typed, last] = ['victima@correo.example', 'despues@correo.example']
    for (let nth = 0; nth <= QUOTATION_MAILS_OF_MAILBOX.max; nth += 1)
      await asked({ ...REQUEST, email: typed })
    await asked({ ...REQUEST, email: last })
    await mailsOf(last)
    await mailsOf(typed, QUOTATION_MAILS_OF_MAILBOX.max)
  })
})

describe('how many cards', () => {
  test.each([...CARD_RANGES, '1', '50', ' 7 '])('%j is welcome', async (estimated_cards) => {
    const { events } = await asked({ ...REQUEST, estimated_cards })
    expect(events[0]?.data.estimatedCards).toBe(estimated_cards.trim())
  })

  test.each([1, 50])('%d is welcome as a number', async (estimated_cards) => {
    const { events } = await asked({ ...REQUEST, estimated_cards })
    expect(events[0]?.data.estimatedCards).toBe(String(estimated_cards))
  })

  test.each([
    ['', NO_NUMBER],
    ['diez', NO_NUMBER],
    ['1e1', NO_NUMBER],
    ['1.5', NO_NUMBER],
    [1.5, NO_NUMBER],
    ['1-50', NO_NUMBER],
    ['0x10', NO_NUMBER],
    [null, NO_NUMBER],
    [undefined, NO_NUMBER],
    [{}, NO_NUMBER],
    ['0', TOO_FEW],
    [0, TOO_FEW],
    [-3, TOO_FEW],
    ['51', TOO_MANY],
    [51, TOO_MANY],
    ['999999999999999999999', TOO_MANY],
  ])('%j is refused with the text for it', async (estimated_cards, detail) => {
    const response = await ask({ ...REQUEST, estimated_cards })
    expect([response.status, await response.json()]).toEqual([
      422,
      { detail, code: 'invalid', field: 'estimated_cards' },
    ])
  })
})

describe('a request that lacks something', () => {
  test.each(['company', 'contact_person', 'phone'])('in %s is refused with that field', async (field) => {
    for (const value of ['', '   ']) {
      const response = await ask({ ...REQUEST, [field]: value })
      expect([response.status, await response.json()]).toEqual([
        422,
        { detail: EMPTY, code: 'invalid', field },
      ])
    }
    const { [field as 'phone']: _, ...without } = REQUEST
    const response = await ask(without)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code: 'invalid', field })
  })

  test.each(['', 'no-es-correo', 'a@b', 'a@b.cl, c@d.cl', 'a\n@b.cl'])(
    'the address %j is refused',
    async (email) => {
      const response = await ask({ ...REQUEST, email })
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ code: 'invalid', field: 'email' })
    },
  )

  test.each([
    ['company', 'x'.repeat(121), 'Máximo 120 caracteres.'],
    ['phone', '9'.repeat(41), 'Máximo 40 caracteres.'],
    ['comments', 'x'.repeat(1_001), 'Máximo 1000 caracteres.'],
    ['company', 'a\u0000b', 'Hay caracteres que no se pueden guardar.'],
  ])('in %s is refused where it is too long or cannot be stored', async (field, value, detail) => {
    const response = await ask({ ...REQUEST, [field]: value })
    expect([response.status, await response.json()]).toEqual([422, { detail, code: 'invalid', field }])
  })

  test('or is not JSON is refused, and none of them is recorded', async () => {
    const before = await api.store.headPosition()
    await expectRefused(await ask('{'), 400, 'malformed')
    await expectRefused(await ask('a=b', { 'content-type': 'text/plain' }), 415, 'unsupported-media')
    await expectRefused(await ask({ ...REQUEST, comments: 'x'.repeat(17_000) }), 413, 'too-large')
    await expectRefused(await ask({}), 422, 'invalid')
    expect(await api.store.headPosition()).toBe(before)
  })
})
