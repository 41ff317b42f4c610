// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { ANTONIA } from '../testing/sample-profile.ts'
import { watchFailingImages } from './failing-images.ts'
import { openPage, getElement } from '../testing/opened-page.ts'

const fail = (selector: string) => getElement(selector).dispatchEvent(new Event('error'))

beforeEach(() => {
  openPage({ ...ANTONIA, profile_image: 'a.jpg', company_logo: 'b.png', background_image: 'c.jpg' })
  for (const image of document.querySelectorAll('img'))
    Object.defineProperty(image, 'complete', { value: false, configurable: true })
})

test('the theme’s colours replace a background image that fails, an icon the photo, and its name the company’s logo', () => {
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
  const image = getElement<HTMLImageElement>('.ava img')
  Object.defineProperties(image, { complete: { value: true }, naturalWidth: { value: 0 } })
  watchFailingImages(document)
  expect(document.querySelector('.ava img')).toBeNull()
})
