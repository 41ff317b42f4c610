import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { initialsOf, tintOf, ProfilePhoto } from './people.tsx'

test('a photo in sight is requested in its size; one that does not load gives way to an icon', () => {
  const { container, rerender } = render(<ProfilePhoto image={null} />)
  const source = () => container.querySelector('img')?.getAttribute('src')
  const fails = () => fireEvent.error(container.querySelector('img')!)
  expect([source(), container.querySelector('svg')]).toEqual([undefined, expect.anything()])
  rerender(<ProfilePhoto image="abc123" size="card" />)
  expect(container.querySelector('img')?.getAttribute('loading')).toBe('lazy')
  expect(source()).toBe('/api/files/abc123-w224')
  fails()
  expect([source(), container.querySelector('svg')]).toEqual([undefined, expect.anything()])
  rerender(<ProfilePhoto image="new" />)
  expect(source()).toBe('/api/files/new-w112')
})

test('a name has initials, and always the same colour', () => {
  const names = ['Rodrigo Paredes Soto', '  ángela   (Frutícola) maipo', 'José', 'Juan Pérez (2)', '+56 9']
  expect(names.map(initialsOf)).toEqual(['RP', 'ÁF', 'J', 'JP', ''])
  expect(new Set(['Ana', 'Anb', 'Anc', 'And'].map(tintOf))).toEqual(new Set([0, 1, 2, 3]))
})
