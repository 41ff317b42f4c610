// @vitest-environment happy-dom
import type { MyData } from '@app/contracts/api/my-data-calls.ts'
import { IDENTIFY_CONSENT } from '@app/contracts/privacy/consents.ts'
import { OBJECTED } from '@app/contracts/privacy/objection.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { testTable } from '../../../../../tests/support/every.ts'
import { settled } from '../../testing/turned-clock.ts'
import type { MyDataCalls } from './my-data-requests.ts'
import { createMyDataDialog } from './my-data-dialog.ts'

const FORM: MyData['forms'][number] = {
  at: '2026-11-20T17:05:00.000Z',
  full_name: 'Rayen <b>Q</b>',
  phone: '+56 9 6612 4412',
  description: 'Expo Frío',
  consent: { version: IDENTIFY_CONSENT, text: 'Al confirmar, aceptas.' },
}
const DATA: MyData = {
  profile: { slug: 'demo', name: 'Antonia' },
  forms: [FORM, { ...FORM, full_name: 'Rayén', consent: { version: 'v1', text: null } }],
  forms_total: 2,
  name_sent: null,
  moments: [
    { at: FORM.at, kind: 'download', network: null, source: 'qr', device: 'iphone', referrer: 'none' },
    { at: FORM.at, kind: 'click', network: 'whatsapp', source: 'qr', device: 'iphone', referrer: 'none' },
    { at: FORM.at, kind: 'tap', network: null, source: 'nfc', device: 'iphone', referrer: 'none' },
  ],
  moments_total: 9,
  reminders: [{ email: 'r•••@c•••.cl', subscribed_at: '2026-11-20T17:05:00.000Z', status: 'active' }],
}

const show = vi.fn<MyDataCalls['show']>()
const correct = vi.fn<MyDataCalls['correct']>()
const erase = vi.fn<MyDataCalls['erase']>()
const cancelReminders = vi.fn<MyDataCalls['cancelReminders']>()
const object = vi.fn<MyDataCalls['object']>()
const onRenamed = vi.fn<(name: string) => void>()
const onForgotten = vi.fn<() => void>()

const dialog = (): HTMLDialogElement => document.querySelector('dialog')!
const text = (): string => dialog().textContent ?? ''
const press = async (name: string): Promise<void> => {
  const buttons = [...dialog().querySelectorAll('button')]
  buttons.find(({ textContent }) => textContent === name)!.click()
  await settled()
}
const field = (name: string): HTMLInputElement => dialog().querySelector(`#my-${name}`)!
const submit = async (): Promise<void> => {
  const form = dialog().querySelector('form')!
  form.dispatchEvent(new Event('submit', { cancelable: true }))
  await settled()
}
const alert = () => dialog().querySelector('[role=alert]')?.textContent
const said = () => dialog().querySelector('[role=status]')?.textContent

/** What this browser keeps; undefined where it keeps nothing. */
let objecting: boolean | undefined
const objection = {
  isOn: () => objecting === true,
  turn: (on: boolean) => objecting !== undefined && ((objecting = on), true),
}

let open: () => Promise<void>
beforeEach(() => {
  document.body.replaceChildren()
  objecting = false
  for (const mock of [show, correct, erase, cancelReminders, object, onRenamed, onForgotten]) mock.mockReset()
  show.mockResolvedValue({ kind: 'done', answer: DATA })
  const opened = createMyDataDialog(document, { onRenamed, onForgotten })
  open = async () => {
    opened(
      { profileId: 'p', slug: 'demo', visitorId: 'v', objection },
      { show, correct, erase, cancelReminders, object },
    )
    await settled()
  }
})

test('it shows that it loads, then texts, moments and consents', async () => {
  let answer = (_outcome: Awaited<ReturnType<MyDataCalls['show']>>): void => undefined
  show.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  await open()
  expect(text()).toContain('Cargando tus datos…')
  answer({ kind: 'done', answer: DATA })
  await settled()
  expect(text()).toContain('Rayen <b>Q</b>')
  expect(dialog().querySelector('b b')).toBeNull()
  expect(text()).toMatch(/20-11-2026 14:05\. Aceptaste: Al confirmar, aceptas\./)
  expect(text()).toContain('Aceptaste: versión v1')
  expect([...dialog().querySelectorAll('li')].map(({ firstChild }) => firstChild?.textContent)).toEqual([
    'Guardaste el contacto',
    'Tocaste WhatsApp',
    'Abriste el perfil por NFC',
  ])
  expect(text()).toContain('Se muestran los últimos 3 de 9.')
})

test('a visitor without texts has nothing to correct', async () => {
  show.mockResolvedValue({ kind: 'done', answer: { ...DATA, forms: [], forms_total: 0 } })
  await open()
  expect(text()).toContain('No dijiste quién eres en este perfil.')
  expect(text()).not.toContain('Corregir')
})

test.each(['משה כהן', 'ليلى حداد', 'ܫܡܥܘܢ'])('the name %s turns no sentence around it', async (name) => {
  const form = { ...FORM, full_name: name, description: name }
  const answer = { ...DATA, profile: { slug: 'demo', name }, forms: [form], forms_total: 1 }
  show.mockResolvedValue({ kind: 'done', answer })
  await open()
  expect(text()).toContain(`el perfil de \u2068${name}\u2069 con este navegador`)
  const shown = [...dialog().querySelectorAll<HTMLElement>('b, p')]
  expect(shown.filter(({ textContent }) => textContent === name).map(({ dir }) => dir)).toEqual([
    'auto',
    'auto',
  ])
  await press('Borrar mis datos')
  expect(text()).toContain(`a \u2068${name}\u2069? Tus visitas`)
})

test('a failure can be tried again', async () => {
  show.mockResolvedValueOnce({ kind: 'failed', detail: undefined })
  await open()
  expect(alert()).toBe('No pudimos cargar tus datos.')
  await press('Reintentar')
  expect(text()).toContain('Rayen')
})

test('a correction starts from the last texts, and its fault is shown at its form', async () => {
  await open()
  await press('Corregir')
  expect(field('full_name').value).toBe(FORM.full_name)
  field('phone').value = ' '
  await submit()
  expect(document.activeElement).toBe(field('phone'))
  expect(correct).not.toHaveBeenCalled()

  field('phone').value = '12'
  correct.mockResolvedValueOnce({ kind: 'failed', detail: 'Escribe un teléfono.' })
  await submit()
  expect(dialog().querySelector('form [role=alert]')?.textContent).toBe('Escribe un teléfono.')
  expect(onRenamed).not.toHaveBeenCalled()

  field('full_name').value = 'Rayén Soto'
  correct.mockResolvedValueOnce({ kind: 'done', answer: {} })
  await submit()
  expect(correct).toHaveBeenLastCalledWith({
    full_name: 'Rayén Soto',
    phone: '12',
    description: FORM.description,
  })
  expect(onRenamed).toHaveBeenCalledExactlyOnceWith('Rayén Soto')
  expect(said()).toBe('Datos corregidos.')
})

test('data erased elsewhere meanwhile is not corrected', async () => {
  await open()
  await press('Corregir')
  correct.mockResolvedValue({ kind: 'none' })
  show.mockResolvedValue({ kind: 'none' })
  await submit()
  expect(onRenamed).not.toHaveBeenCalled()
  expect(text()).toContain('No hay datos tuyos en este perfil')
})

test('nothing is erased without a confirmation, which starts on the way back', async () => {
  await open()
  await press('Borrar mis datos')
  expect(document.activeElement?.textContent).toBe('Cancelar')
  await press('Cancelar')
  expect(text()).toContain('Rayen')
  expect(erase).not.toHaveBeenCalled()
})

test('a failed erasure forgets nothing; one that is done already is done', async () => {
  await open()
  await press('Borrar mis datos')
  erase.mockResolvedValueOnce({ kind: 'failed', detail: undefined })
  await press('Borrar')
  expect(text()).toContain('No pudimos borrar tus datos.')
  expect(onForgotten).not.toHaveBeenCalled()
  await press('Reintentar')
  erase.mockResolvedValueOnce({ kind: 'none' })
  await press('Borrar')
  expect(onForgotten).toHaveBeenCalledOnce()
  expect(said()).toContain('Borramos lo que dijiste de ti')
})

test('a reminder is listed and cancelled; one that has ended offers no cancelling', async () => {
  await open()
  expect(text()).toMatch(/r•••@c•••\.clPedido el 20-11-2026 14:05\. Activo\./)
  cancelReminders.mockResolvedValue({ kind: 'done', answer: { cancelled: 1 } })
  const [reminder] = DATA.reminders
  show.mockResolvedValue({
    kind: 'done',
    answer: { ...DATA, reminders: [{ ...reminder!, status: 'cancelled' }] },
  })
  await press('Cancelar recordatorio')
  expect(cancelReminders).toHaveBeenCalledOnce()
  expect(said()).toBe('Recordatorio cancelado.')
  expect(text()).toContain('Cancelado.')
  expect([...dialog().querySelectorAll('button')].map((button) => button.textContent)).not.toContain(
    'Cancelar recordatorio',
  )
})

test('a failed cancellation is shown, and the data can be read again', async () => {
  await open()
  cancelReminders.mockResolvedValue({ kind: 'failed', detail: undefined })
  await press('Cancelar recordatorio')
  expect(alert()).toBe('No pudimos cancelar el recordatorio.')
  await press('Reintentar')
  expect(text()).toContain('Activo.')
})

const NO_REMINDERS: MyData = { ...DATA, reminders: [] }

testTable([
  ['with other data', { kind: 'done', answer: NO_REMINDERS }],
  ['that has left nothing', { kind: 'none' }],
])('a browser without a reminder leads to what a mailbox proves', async (_which, outcome) => {
  show.mockResolvedValue(outcome)
  await open()
  expect(dialog().querySelector('a')?.getAttribute('href')).toBe('/mis-datos')
})

describe('«No cuentes mis visitas en esta tarjeta»', () => {
  const toggle = (): HTMLInputElement => dialog().querySelector('[role=switch]')!
  const flip = async (): Promise<void> => {
    toggle().click()
    await settled()
  }
  const ONLY_VISITS = { ...DATA, forms: [], forms_total: 0, reminders: [] }

  test('notes the request, then forgets who asked, and is taken back in the same place [PRIV-20]', async () => {
    show.mockResolvedValue({ kind: 'done', answer: ONLY_VISITS })
    object.mockImplementation(async () => {
      expect([objecting, onForgotten.mock.calls.length]).toEqual([false, 0])
      return { kind: 'done', answer: { message: 'Anotado.' } }
    })
    await open()
    expect(dialog().querySelector('label[for=my-uncounted]')?.textContent).toBe(
      'No cuentes mis visitas en esta tarjeta',
    )
    await flip()
    expect([said(), toggle().checked, objecting]).toEqual(['Anotado.', true, true])
    expect(onForgotten).toHaveBeenCalledOnce()
    await flip()
    expect([said(), toggle().checked, objecting]).toEqual([
      'Desde ahora contamos tus visitas a esta tarjeta.',
      false,
      false,
    ])
    expect(object).toHaveBeenCalledOnce()
  })

  test('says first what the browser loses sight of, and does nothing without a confirmation', async () => {
    await open()
    await flip()
    expect(text()).toContain('ya no podrá mostrarlo, corregirlo ni borrarlo')
    expect(document.activeElement?.textContent).toBe('Cancelar')
    await press('Cancelar')
    expect([toggle().checked, objecting, object.mock.calls.length]).toEqual([false, false, 0])
    object.mockResolvedValue({ kind: 'done', answer: { message: 'Anotado.' } })
    await flip()
    await press('No contar mis visitas')
    expect([said(), objecting]).toEqual(['Anotado.', true])
  })

  test('needs no data and no id, and is shown as it is', async () => {
    show.mockResolvedValue({ kind: 'none' })
    object.mockResolvedValue({ kind: 'none' })
    await open()
    await flip()
    expect([said(), objecting]).toEqual([OBJECTED, true])
    await open()
    expect(toggle().checked).toBe(true)
  })

  test('changes nothing while it cannot be noted, and can be tried again', async () => {
    show.mockResolvedValue({ kind: 'done', answer: ONLY_VISITS })
    object.mockResolvedValueOnce({ kind: 'failed', detail: undefined })
    await open()
    await flip()
    expect(alert()).toBe('No pudimos anotar tu solicitud.')
    expect([objecting, onForgotten.mock.calls.length]).toEqual([false, 0])
    object.mockResolvedValueOnce({ kind: 'done', answer: { message: 'Anotado.' } })
    await press('Reintentar')
    expect([said(), objecting]).toEqual(['Anotado.', true])
  })

  test('says so where the browser keeps no settings', async () => {
    objecting = undefined
    show.mockResolvedValue({ kind: 'none' })
    object.mockResolvedValue({ kind: 'none' })
    await open()
    await flip()
    expect(alert()).toContain('no guarda ajustes')
    expect(onForgotten).not.toHaveBeenCalled()
  })
})
