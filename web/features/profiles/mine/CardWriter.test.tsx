import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { CardWriter, canWriteCards } from './CardWriter.tsx'

/** Replaces a phone: it answers when the test decides. */
let settle: (error?: Error) => void
class PhoneReader {
  write = () =>
    new Promise<void>((resolve, reject) => {
      settle = (error) => (error ? reject(error) : resolve())
    })
}

beforeEach(() => {
  document.documentElement.dataset['site'] = 'https://tarjeta.example'
  vi.useFakeTimers()
  vi.stubGlobal('NDEFReader', PhoneReader)
})
const press = async (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const answer = async (error?: Error) => act(async () => settle(error))
const dialogText = () => screen.getByRole('dialog').textContent

async function startWriting() {
  render(<CardWriter slug="ana" name="Ana Rivas" />)
  await press('Grabar tarjeta de Ana Rivas')
}

testTable([
  ['NotAllowedError', 'El navegador no tiene permiso para usar NFC.'],
  ['NotSupportedError', 'Este teléfono no puede grabar tarjetas.'],
  ['NotReadableError', 'El NFC está apagado.'],
  ['NetworkError', 'No pudimos grabar la tarjeta.'],
])('what fails is shown in a sentence, and can be tried again', async (name, text) => {
  await startWriting()
  await answer(new DOMException('x', name))
  expect(dialogText()).toContain(text)
  await press('Reintentar')
  expect(dialogText()).toContain('Acerca la tarjeta')
  await answer()
  expect(dialogText()).toContain('Tarjeta grabada.')
  cleanup()
})

test('only a phone with Web NFC writes, and only public addresses that are https', () => {
  const scope = { NDEFReader: PhoneReader }
  expect([canWriteCards(scope), canWriteCards({})]).toEqual([true, false])
  document.documentElement.dataset['site'] = 'http://tarjeta.example'
  expect(canWriteCards(scope)).toBe(false)
})
