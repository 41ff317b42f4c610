import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ANTONIA } from '../testing/sample-profile.ts'
import { FramedProfile } from './FramedProfile.tsx'

const frame = (profile = ANTONIA) => <FramedProfile profile={profile} label="Vista previa" />
const shadow = (container: HTMLElement): ShadowRoot => container.querySelector('div')!.shadowRoot!

test('a profile is drawn in a shadow root, under no landmark and no heading of its own', () => {
  const { container } = render(frame())
  const root = shadow(container)
  expect(root.querySelector('.name')?.textContent).toBe('Antonia Rivas Soto')
  expect(root.querySelector('main, h1')).toBeNull()
  expect(root.adoptedStyleSheets).toHaveLength(1)
  const region = root.querySelector<HTMLElement>('[role=region]')
  expect([region?.getAttribute('aria-label'), region?.tabIndex]).toEqual(['Vista previa', 0])
  expect(root.querySelector('[role=region] > div')?.hasAttribute('inert')).toBe(true)
  expect(screen.queryByText('Antonia Rivas Soto')).toBeNull()
})

test('an image that fails is replaced as on a page without it', () => {
  const { container } = render(frame({ ...ANTONIA, background_image: 'sea', company_logo: 'a b' }))
  const root = shadow(container)
  expect(root.querySelector('.profile.photo')).not.toBeNull()
  fireEvent.error(root.querySelector('.backdrop img')!)
  fireEvent.error(root.querySelector('.logo img')!)
  expect(root.querySelector('.photo, .backdrop')).toBeNull()
  expect(root.querySelector('.logo')?.textContent).toBe('Andes Norte')
})
