// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ProfilePhoto } from './ProfilePhoto.tsx'

afterEach(cleanup)

const photo = () => document.querySelector('img')
const icon = () => document.querySelector('svg')

test('a photo is requested in the size of a line', () => {
  render(<ProfilePhoto image="abc123" />)
  expect(photo()?.getAttribute('src')).toBe('/api/files/abc123-w112')
  expect(icon()).toBeNull()
})

test('a photo that is out of sight is not requested: a list may have a thousand', () => {
  render(<ProfilePhoto image="abc123" />)
  expect(photo()?.getAttribute('loading')).toBe('lazy')
})

test('without a photo there is an icon', () => {
  render(<ProfilePhoto image={null} />)
  expect(photo()).toBeNull()
  expect(icon()).not.toBeNull()
})

test('without a network a card shows the photo as small as the head has it', () => {
  render(<ProfilePhoto image="abc123" size="card" />)
  fireEvent.error(photo()!)
  expect(photo()?.getAttribute('src')).toBe('/api/files/abc123-w112')
  fireEvent.error(photo()!)
  expect(icon()).not.toBeNull()
})

test('a photo that does not load is replaced by the icon, until there is another one', () => {
  const { rerender } = render(<ProfilePhoto image="gone" />)
  fireEvent.error(photo()!)
  expect(photo()).toBeNull()
  rerender(<ProfilePhoto image="new" />)
  expect(photo()?.getAttribute('src')).toBe('/api/files/new-w112')
})
