// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Messages } from './Messages.tsx'
import { useSay } from './say.ts'

afterEach(cleanup)

function Part({ text }: { readonly text: string }) {
  const say = useSay()
  return <button onClick={() => say(text)}>{text}</button>
}

test('of messages of several parts only the newest is shown', () => {
  render(
    <Messages>
      <Part text="Imagen eliminada" />
      <Part text="Error: no se guardó" />
    </Messages>,
  )
  for (const button of screen.getAllByRole('button')) fireEvent.click(button)
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByRole('alert').textContent).toBe('Error: no se guardó')
})
