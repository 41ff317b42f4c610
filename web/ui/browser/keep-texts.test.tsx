// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keepTexts } from './keep-texts.ts'

const Greeting = ({ name, since }: { readonly name?: string; readonly since?: string }) =>
  since === undefined ? <p>Hola{name && <b>{name}</b>}, ¿qué tal?</p> : <p>{since} días</p>

function translated(text: Text): HTMLElement {
  const font = document.createElement('font')
  font.textContent = text.data.toUpperCase()
  text.replaceWith(font)
  return font
}
function translate(root: Element): readonly (readonly [HTMLElement, Text])[] {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode()) found.push(texts.currentNode as Text)
  return found.filter(({ data }) => data.trim() !== '').map((text) => [translated(text), text])
}

test('a translated part takes what changes, and is as it was once the translation is taken back', async () => {
  keepTexts(document)
  const { container, rerender } = render(<Greeting />)
  const shown = () => container.innerHTML.replaceAll(/<\/?font>/g, '')
  translate(container)
  await act(async () => rerender(<Greeting name="Ana" />))
  expect(shown()).toBe('<p>HOLA<b>Ana</b>, ¿QUÉ TAL?</p>')
  translate(container)
  await act(async () => rerender(<Greeting since="3" />))
  expect(shown()).toBe('<p>3 días</p>')
  const fonts = translate(container)
  await act(async () => rerender(<Greeting since="4" />))
  expect(shown()).toBe('<p>4 DÍAS</p>')
  for (const [font, text] of fonts) font.replaceWith(text)
  await act(async () => rerender(<Greeting since="5" />))
  expect(container.innerHTML).toBe('<p>5 días</p>')
})
