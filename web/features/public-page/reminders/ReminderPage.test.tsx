// @vitest-environment happy-dom
import type { ReminderPageState } from '@app/contracts/taps/public-page.ts'
import { expect, test } from 'vitest'
import { ANTONIA } from '../testing/sample-profile.ts'
import { meta, parsedPage, renderer, site, textOf } from '../testing/opened-page.ts'

const STATES = Object.keys({
  cancel: 0,
  cancelled: 0,
  suppressed: 0,
  'mailbox-unknown': 0,
  talked: 0,
  converted: 0,
  over: 0,
  earlier: 0,
  confirm: 0,
  confirmed: 0,
  'confirm-over': 0,
  'not-found': 0,
} satisfies Record<ReminderPageState, 0>) as readonly ReminderPageState[]

const htmlOf = (state: ReminderPageState, name?: string) => renderer.reminder({ state, name }, site).html
const pageOf = (state: ReminderPageState, name?: string) => parsedPage(htmlOf(state, name))

test.each(STATES)(
  'the page of a link that is %s is one Spanish page without scripts, in no index',
  (state) => {
    const page = pageOf(state, 'Antonia')
    expect(page.querySelectorAll('h1')).toHaveLength(1)
    expect(textOf(page, 'title')).toBe(textOf(page, 'h1'))
    expect(page.documentElement.getAttribute('lang')).toBe('es-CL')
    expect([meta(page, 'robots'), meta(page, 'og:url')]).toEqual(['noindex', 'https://tarjeta.cl/'])
    expect(page.querySelectorAll('script')).toHaveLength(0)
    for (const form of page.querySelectorAll('form'))
      expect([form.getAttribute('method'), form.getAttribute('action')]).toEqual(['post', null])
    expect(htmlOf(state, '<b>Ana</b>')).not.toContain('<b>Ana')
    expect(textOf(pageOf(state), 'h1')).not.toMatch(/undefined|null/)
  },
)

test('the style is the one that its hash names', () => {
  const one = renderer.reminder({ state: 'cancel' }, site)
  const other = renderer.profile(ANTONIA, site)
  expect(one.styleHashes).toHaveLength(1)
  expect(one.styleHashes).not.toEqual(other.styleHashes)
  expect(one.html).toContain('prefers-color-scheme:dark')
})
