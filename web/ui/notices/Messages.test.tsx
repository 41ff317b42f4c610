// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Messages, useSay } from './Messages.tsx'

function Part({ text }: { readonly text: string }) {
  const say = useSay()
  return <button onClick={() => say(text)}>{text}</button>
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('of several messages only the newest is shown, for three seconds, and longer while somebody points at it', () => {
  vi.useFakeTimers()
  render(
    <Messages>
      <Part text="Imagen eliminada" />
      <Part text="Error: no se guardó" />
    </Messages>,
  )
  for (const button of screen.getAllByRole('button')) fireEvent.click(button)
  expect(screen.queryByRole('status')).toBeNull()
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toBe('Error: no se guardó')
  fireEvent.pointerEnter(alert)
  pass(10_000)
  fireEvent.pointerLeave(alert)
  pass(2_999)
  expect(alert.textContent).toBe('Error: no se guardó')
  pass(1)
  expect(screen.getByRole('status').textContent).toBe('')
})
