import { PRODUCT } from '@app/contracts/product.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { createGate } from '../../../../tests/support/gate.ts'
import { refused } from '../../../testing/refused.ts'
import { enterText, fakeApi, press } from '../../../testing/screen.tsx'
import { QuotationSection } from './QuotationSection.tsx'
import { bodyOf, quotationForm } from './QuotationForm.tsx'
import { quotationBody } from '@app/contracts/quotations.ts'

const api = fakeApi()
const EMPTY = 'Completa este campo.'
const ID = '0199a1b2-0000-4000-8000-000000000001'
const received = () => HttpResponse.json({ id: ID, message: 'Recibimos tu solicitud.' })
const takes = (...answers: readonly (() => Response | Promise<Response>)[]) =>
  api.takes('post', '*/api/quotations', ...answers)

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  render(<QuotationSection />)
})

const typing = userEvent.setup({ delay: null })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const submit = () => press('Solicitar cotización')
const FIELDS = {
  Empresa: 'Andes Norte SpA',
  'Persona de contacto': 'Antonia Rivas',
  Correo: 'antonia@andesnorte.cl',
  Teléfono: '+56 9 1234 5678',
}

async function fill(range = '11-25') {
  for (const [name, text] of Object.entries(FIELDS)) await enterText(field(name), text)
  await typing.click(screen.getByRole('radio', { name: range }))
}

test('an empty form makes no call, goes to the first field, and asks for a quantity', async () => {
  await submit()
  expect(await screen.findAllByText(EMPTY)).toHaveLength(4)
  await waitFor(() => expect(document.activeElement).toBe(field('Empresa')))
  for (const [name, text] of Object.entries(FIELDS)) await enterText(field(name), text)
  await submit()
  await screen.findByText('Elige una cantidad.')
  const quantities = screen.getByRole('radiogroup', { name: '¿Cuántas tarjetas necesitas?' })
  expect(quantities.getAttribute('aria-invalid')).toBe('true')
  const first = within(quantities).getByRole('radio', { name: '1-10' })
  await waitFor(() => expect(document.activeElement).toBe(first))
  const radios = screen.getAllByRole<HTMLInputElement>('radio')
  const labels = radios.map((radio) => radio.labels?.[0]?.textContent)
  expect(labels).toEqual(['1-10', '11-25', '26-50', '51-100', '100+', 'Otra cantidad'])
})

test('a request is confirmed, and another one can be sent', async () => {
  const { sent } = takes(received)
  await fill()
  await submit()
  const title = await screen.findByRole('heading', { name: '¡Solicitud recibida!' })
  expect(document.activeElement).toBe(title)
  await press('Enviar otra solicitud')
  await fill()
  await submit()
  await waitFor(() => expect(new Set(sent('idempotency-key')).size).toBe(2))
})

test('another quantity is typed in digits or stepped to within 1 and 50, and one beyond is refused at its field', async () => {
  const { bodies } = takes(received)
  await fill('Otra cantidad')
  const quantity = field('Cantidad de tarjetas')
  expect(screen.getAllByText('Rango permitido: 1-50 unidades por solicitud')).toHaveLength(1)
  expect(screen.getAllByText('¿Más de 50? Elige 51-100 o 100+.')).toHaveLength(1)
  await press('Una menos')
  expect(quantity.value).toBe('1')
  await press('Una más')
  expect(quantity.value).toBe('2')
  await typing.clear(quantity)
  await typing.type(quantity, '50')
  await press('Una más')
  expect(quantity.value).toBe('50')
  for (const [typed, fault] of [
    ['51', 'El máximo permitido por solicitud es de 50 unidades.'],
    ['diez', 'Ingresa una cantidad válida.'],
  ] as const) {
    await typing.clear(quantity)
    await typing.type(quantity, typed)
    expect(quantity.value).toBe(typed === 'diez' ? '' : typed)
    await submit()
    const shown = await screen.findByText(fault)
    expect(quantity.getAttribute('aria-describedby')?.split(' ')).toContain(shown.id)
    await waitFor(() => expect(document.activeElement).toBe(quantity))
    await press('Una más')
    await waitFor(() => expect(screen.queryByText(fault)).toBeNull())
  }
  expect(bodies).toEqual([])
  await typing.clear(quantity)
  await typing.type(quantity, '-4a2e')
  expect(quantity.value).toBe('42')
  await typing.type(quantity, 'x1', { initialSelectionStart: 1, initialSelectionEnd: 1 })
  expect(quantity.value).toBe('412')
  await typing.clear(quantity)
  await typing.click(quantity)
  await typing.paste('12 tarjetas')
  expect(quantity.value).toBe('12')
  await submit()
  await screen.findByRole('heading', { name: '¡Solicitud recibida!' })
  expect(bodies).toMatchObject([{ estimated_cards: '12' }])
})

test('a mistyped address is corrected by a press, once its field is left; a phone is checked as in the editor', async () => {
  await typing.type(field('Correo'), 'ana@gmial.com')
  expect(screen.queryByText(/Quisiste decir/)).toBeNull()
  await typing.type(field('Teléfono'), '1234 567')
  await press('ana@gmail.com')
  expect(field('Correo').value).toBe('ana@gmail.com')
  expect(document.activeElement).toBe(field('Correo'))
  expect(screen.queryByText(/Quisiste decir/)).toBeNull()
  await screen.findByText('Escribe un teléfono válido, por ejemplo +56 9 1234 5678.')
})

test('a failure shows why, with the time to wait and where to write, or a fault of a field; a press sends it again', async () => {
  const gate = createGate()
  const fault = 'Hay caracteres que no se pueden guardar.'
  const { sent } = takes(
    () => gate.opened.then(() => HttpResponse.error()),
    () => refused('too-many', { retryAfter: 61 }),
    () => refused('invalid', { field: 'company', detail: fault }),
  )
  await fill()
  await submit()
  await press('Enviando...')
  gate.open()
  await press('Reintentar')
  await screen.findByText(
    `Demasiados intentos. Prueba en 2 minutos. También puedes escribirnos a ${PRODUCT.salesEmail}.`,
  )
  const [first, again] = sent('idempotency-key')
  expect(again).toBe(first)
  await press('Reintentar')
  await screen.findByText(fault)
})

test('the call accepts every text that the form accepts, and a quantity has the fault that the call answers', () => {
  const words = { company: ' Andes ', contact_person: 'Ana', email: 'a@andes.cl', phone: '+56 9 1234 5678' }
  const typed = { ...words, range: 'other', quantity: ' 12 ', comments: ' ' }
  expect(quotationForm.safeParse(typed).success).toBe(true)
  expect(quotationBody.parse(bodyOf(typed))).toMatchObject({ company: 'Andes', estimated_cards: '12' })
  const wrong = { ...typed, quantity: '51' }
  const messages = [quotationForm.safeParse(wrong), quotationBody.safeParse(bodyOf(wrong))].map(
    ({ error }) => error?.issues[0]?.message,
  )
  expect(messages).toEqual(Array(2).fill('El máximo permitido por solicitud es de 50 unidades.'))
})
