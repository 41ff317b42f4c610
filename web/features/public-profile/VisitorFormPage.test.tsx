// @vitest-environment happy-dom
import type { VisitorFormPageContent, VisitorFormState } from '@app/contracts/public-page.ts'
import { expect, test } from 'vitest'
import { meta, parsedPage, renderedPageOf, renderer, site, textOf } from './browser/visit/opened-page.ts'
import { ANTONIA } from './sample-profile.ts'

const FORM_ID = '0199a1b2-0000-4000-8000-00000000000f'
const ASKED: VisitorFormState = { kind: 'asked', formId: FORM_ID, typed: {}, faults: {} }
const pageOf = (form: VisitorFormPageContent['form'], state: VisitorFormState = ASKED): Document =>
  parsedPage(renderer.visitorForm({ form, profile: ANTONIA, state }, site).html)
const valueOf = (page: Document, name: string) =>
  page.querySelector<HTMLInputElement | HTMLTextAreaElement>(`form [name=${name}]`)?.value

test.each([
  ['remind', '¿Te lo recuerdo en 7 días?', ['form_id', 'email'], 'Activar recordatorio'],
  ['identify', 'Identifícate (opcional)', ['form_id', 'full_name', 'phone', 'description'], 'Confirmar'],
] as const)(
  '%s is a form that posts to its own address, without any script',
  (form, title, names, button) => {
    const page = pageOf(form)
    expect(textOf(page, 'h1')).toBe(title)
    const element = page.querySelector('form')
    expect([element?.getAttribute('method'), element?.getAttribute('action')]).toEqual(['post', null])
    const fields = [...page.querySelectorAll('form [name]')]
    expect(fields.map((field) => field.getAttribute('name'))).toEqual(names)
    expect(valueOf(page, 'form_id')).toBe(FORM_ID)
    expect([textOf(page, '.go'), page.querySelector('.go')?.hasAttribute('disabled')]).toEqual([
      button,
      false,
    ])
    expect(page.querySelector('script')).toBeNull()
    expect(page.querySelector('link[rel=stylesheet]')?.getAttribute('href')).toBe(
      '/public-assets/later-1.css',
    )
    for (const field of page.querySelectorAll('[placeholder]'))
      expect(field.getAttribute('placeholder')).toMatch(/^Ej\.: /)
    expect(page.querySelector('main > a')?.getAttribute('href')).toBe('/pages/antonia')
    expect(meta(page, 'robots')).toBe('noindex')
  },
)

test('its consent line and its labels are those of the dialog', () => {
  const dialogs = renderedPageOf(ANTONIA)
  for (const form of ['remind', 'identify'] as const) {
    const page = pageOf(form)
    const said = (where: ParentNode, selector: string) =>
      [...where.querySelectorAll(selector)].map(({ textContent }) => textContent)
    const dialog = dialogs.querySelector(`[data-dialog=${form}]`)!
    for (const selector of ['label', '.lead', '.consent', '.go'])
      expect(said(page, selector)).toEqual(said(dialog, selector))
  }
})

test('a refused form shows again what was typed, with each fault at its field and the first in focus', () => {
  const typed = { full_name: 'Camila "Soto"', phone: '12', description: '' }
  const faults = { phone: 'Escribe un teléfono.', description: 'Completa este campo.' }
  const page = pageOf('identify', { ...ASKED, typed, faults })
  expect(['full_name', 'phone', 'description'].map((name) => valueOf(page, name))).toEqual([
    'Camila "Soto"',
    '12',
    '',
  ])
  const phone = page.querySelector('#identify-phone')
  expect([phone?.getAttribute('aria-invalid'), phone?.getAttribute('aria-describedby')]).toEqual([
    'true',
    'identify-phone-hint',
  ])
  expect(page.querySelector('#identify-phone-hint')?.hasAttribute('hidden')).toBe(false)
  expect([...page.querySelectorAll('[autofocus]')].map(({ id }) => id)).toEqual(['identify-phone'])
  expect(page.querySelector('#identify-full_name')?.hasAttribute('aria-invalid')).toBe(false)
})
