import { quotationBody } from '@app/contracts/quotations/calls.ts'
import { expect, test } from 'vitest'
import { refusalFrom } from '../../../app/refusal.ts'
import { bodyOf, formFaults, quotationForm, type QuotationValues } from './quotation-form.ts'

const FILLED: QuotationValues = {
  company: 'Andes Norte SpA',
  contact_person: 'Antonia Rivas',
  email: 'antonia@andesnorte.cl',
  phone: '+56 9 1234 5678',
  range: '11-25',
  quantity: '1',
  comments: '',
}
const faultsOf = (values: QuotationValues): Record<string, string> =>
  Object.fromEntries(
    (quotationForm.safeParse(values).error?.issues ?? []).map(({ path, message }) => [path[0], message]),
  )

test.each([
  ['0', 'Debes solicitar al menos 1 unidad.'],
  ['51', 'El máximo permitido por solicitud es de 50 unidades.'],
  ['1e1', 'Ingresa una cantidad válida.'],
  ['diez', 'Ingresa una cantidad válida.'],
  ['', 'Ingresa una cantidad válida.'],
])('a quantity of %j has the fault that the call answers: %s', (quantity, fault) => {
  const typed = { ...FILLED, range: 'other', quantity }
  expect(faultsOf(typed)).toEqual({ quantity: fault })
  expect(quotationBody.safeParse(bodyOf(typed)).error?.issues[0]).toMatchObject({
    path: ['estimated_cards'],
    message: fault,
  })
  expect(faultsOf({ ...typed, range: '1-10' })).toEqual({})
})

test('the call accepts every text that the form accepts, trimmed', () => {
  const typed = { ...FILLED, company: ' Andes Norte SpA ', range: 'other', quantity: ' 12 ', comments: ' ' }
  expect(faultsOf(typed)).toEqual({})
  expect(quotationBody.parse(bodyOf(typed))).toEqual({
    company: 'Andes Norte SpA',
    contact_person: 'Antonia Rivas',
    email: 'antonia@andesnorte.cl',
    phone: '+56 9 1234 5678',
    estimated_cards: '12',
    comments: null,
  })
})

test('a text that is too long is refused with the number of characters to spare', () => {
  expect(faultsOf({ ...FILLED, comments: 'a'.repeat(1_003) })).toEqual({
    comments: 'Máximo 1000 caracteres. Te sobran 3.',
  })
})

test('a fault of the server is shown at the used field', () => {
  const error = (field: string) => ({ status: 422, data: { detail: 'No.', code: 'invalid', field } })
  expect(refusalFrom(error('email'))?.detail).toBe('No.')
  expect(formFaults(error('email'), FILLED)).toEqual({ email: 'No.' })
  expect(formFaults(error('estimated_cards'), FILLED)).toEqual({ range: 'No.' })
  expect(formFaults(error('estimated_cards'), { ...FILLED, range: 'other' })).toEqual({ quantity: 'No.' })
  expect(formFaults({ status: 503 }, FILLED)).toBeUndefined()
})
