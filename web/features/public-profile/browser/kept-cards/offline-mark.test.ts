// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { htmlOf, parsedPage } from '../../testing/opened-page.ts'
import { ANTONIA } from '../../testing/sample-profile.ts'
import { markedOffline, OFFLINE_MARK, watchConnection } from './offline-mark.ts'

function watched(html: string) {
  const page = parsedPage(html)
  const reload = vi.fn<() => void>()
  const change: Partial<Record<'online' | 'offline', () => void>> = {}
  const isCopy = watchConnection(page, { onChange: (name, act) => void (change[name] = act), reload })
  return { page, reload, isCopy, change, isMarked: () => page.body.hasAttribute(OFFLINE_MARK) }
}
const hostile = { ...ANTONIA, name: '<body onload=x>' }

test('the mark is on the body, whatever the profile is called', () => {
  for (const profile of [ANTONIA, hostile]) {
    const { isCopy, page } = watched(markedOffline(htmlOf(profile)))
    expect(isCopy).toBe(true)
    expect(page.body.dataset['slug']).toBe(ANTONIA.slug)
  }
})

test('a page from the network shows when it is lost, and when it returns', () => {
  const { isCopy, change, isMarked, reload } = watched(htmlOf(ANTONIA))
  expect([isCopy, isMarked()]).toEqual([false, false])
  change.offline?.()
  expect(isMarked()).toBe(true)
  change.online?.()
  expect(isMarked()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

test('a copy is replaced by the page, but not while a form is open', () => {
  const { page, change, reload } = watched(markedOffline(htmlOf(ANTONIA)))
  page.querySelector('dialog')?.setAttribute('open', '')
  change.online?.()
  expect(reload).not.toHaveBeenCalled()
  page.querySelector('dialog')?.removeAttribute('open')
  change.online?.()
  expect(reload).toHaveBeenCalledOnce()
})
