// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { openPage, getElement } from '../testing/opened-page.ts'
import { settled } from '../testing/turned-clock.ts'
import { MY_DATA_EVENTS, watchMyData } from './watch-my-data.ts'

const OBJECTION = { isOn: () => false, turn: () => true }
const ASKED = { profileId: 'p', slug: 'demo', visitorId: 'v', objection: OBJECTION }
const onRenamed = vi.fn<(name: string) => void>()
const onForgotten = vi.fn<() => void>()
let heard: unknown[]
let scripts: HTMLScriptElement[]

beforeEach(() => {
  openPage()
  ;[heard, scripts] = [[], []]
  vi.spyOn(document.head, 'append').mockImplementation((script) => void scripts.push(script as never))
  document.addEventListener(MY_DATA_EVENTS.asked, (event) => heard.push((event as CustomEvent).detail), {
    once: true,
  })
  watchMyData(document, { asked: () => ASKED, onRenamed, onForgotten })
})
const press = (init: MouseEventInit = {}): boolean =>
  getElement('[data-my-data]').dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, ...init }),
  )

test('the script is loaded on the first press only, and then called', async () => {
  expect([press(), press()]).toEqual([false, false])
  expect(scripts.map(({ src }) => new URL(src).pathname)).toEqual(['/public-assets/my-data-1.js'])
  expect(heard).toEqual([])
  scripts[0]!.onload!(new Event('load'))
  await settled()
  expect(heard).toEqual([ASKED])
})

test('a press that opens another tab is the browser’s', () => {
  expect(press({ ctrlKey: true })).toBe(true)
  expect(scripts).toEqual([])
})

test('the other script’s changes of the visitor are passed on', () => {
  document.dispatchEvent(new CustomEvent(MY_DATA_EVENTS.renamed, { detail: 'Rayén' }))
  document.dispatchEvent(new CustomEvent(MY_DATA_EVENTS.forgotten))
  expect(onRenamed).toHaveBeenCalledWith('Rayén')
  expect(onForgotten).toHaveBeenCalledOnce()
})
