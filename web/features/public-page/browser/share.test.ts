// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { openPage, getElement } from '../testing/opened-page.ts'
import { ANTONIA } from '../testing/sample-profile.ts'
import { watchFailingImages, watchShare, type SharingMeans } from './share.ts'
import { turnedClock } from '../../../testing/turned-clock.ts'

const ADDRESS = 'https://tarjeta.cl/pages/antonia'
let copied: string[]
let opened: unknown[]

beforeEach(() => {
  copied = []
  opened = []
  document.body.innerHTML =
    '<button data-share><svg data-icon="link"></svg><svg data-icon="arrow"></svg><span data-share-label>Copiar enlace</span></button><output data-share-status></output><button data-copy-link>Copiar enlace</button>'
})

function watched(given: Partial<SharingMeans> = {}) {
  const clock = turnedClock()
  const copy = async (text: string) => {
    copied.push(text)
    return true
  }
  watchShare(document, {
    clock,
    address: ADDRESS,
    title: 'Antonia',
    openSheet: undefined,
    copy,
    ...given,
  })
  return clock
}
const label = () => document.querySelector('[data-share-label]')?.textContent
/** The style sheet shows the first. */
const icon = () => document.querySelector<SVGElement>('[data-share] svg')?.dataset.icon
const press = async (selector = '[data-share]'): Promise<void> => {
  document.querySelector<HTMLElement>(selector)?.click()
  await new Promise((resolve) => setTimeout(resolve, 0))
}

describe('without a share sheet', () => {
  test('a press copies the address, confirms for three seconds, and is ready again', async () => {
    const clock = watched()
    expect([icon(), label()]).toEqual(['link', 'Copiar enlace'])
    await press()
    expect([copied, label()]).toEqual([[ADDRESS], 'Enlace copiado'])
    expect(document.querySelector('[data-share-status]')?.textContent).toBe('Enlace copiado')
    await clock.turn(3_000)
    expect(label()).toBe('Copiar enlace')
  })

  test('an address that cannot be copied is shown, to be copied by hand', async () => {
    watched({ copy: async () => false })
    await press()
    expect(label()).toBe(ADDRESS)
  })
})

describe('with a share sheet', () => {
  const openSheet: SharingMeans['openSheet'] = async (shared) => void opened.push(shared)

  test('a press opens it with title and address', async () => {
    watched({ openSheet })
    expect([icon(), label()]).toEqual(['arrow', 'Compartir'])
    await press()
    expect([opened, copied]).toEqual([[{ title: 'Antonia', url: ADDRESS }], []])
  })

  test.each([
    ['closed by the visitor', 'AbortError', []],
    ['refused by the browser', 'NotAllowedError', [ADDRESS]],
  ])('that is %s', async (_how, name, expected) => {
    watched({ openSheet: () => Promise.reject(new DOMException('', name)) })
    await press()
    expect(copied).toEqual(expected)
  })
})

const fail = (selector: string) => getElement(selector).dispatchEvent(new Event('error'))

function openWithImages() {
  openPage({ ...ANTONIA, profile_image: 'a.jpg', company_logo: 'b.png', background_image: 'c.jpg' })
  for (const image of document.querySelectorAll('img'))
    Object.defineProperty(image, 'complete', { value: false, configurable: true })
}

test('the theme’s colours replace a background image that fails, an icon the photo, and its name the company’s logo', () => {
  openWithImages()
  watchFailingImages(document)
  fail('.ava img')
  fail('.logo img')
  expect(document.body.classList.contains('photo')).toBe(true)
  fail('.backdrop img')
  expect(document.body.classList.contains('photo')).toBe(false)
  expect(document.querySelector('.backdrop, .ava img')).toBeNull()
  expect(document.querySelector('.ava svg')).not.toBeNull()
  expect(getElement('.logo').textContent).toBe('Andes Norte')
})

test('an image that failed before the script came is dealt with too', () => {
  openWithImages()
  const image = getElement<HTMLImageElement>('.ava img')
  Object.defineProperties(image, { complete: { value: true }, naturalWidth: { value: 0 } })
  watchFailingImages(document)
  expect(document.querySelector('.ava img')).toBeNull()
})
