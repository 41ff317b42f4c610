// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { chunk, noteFailedStyles } from './chunk.tsx'

const styles = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]

test('a style sheet that failed is loaded again with the next chunk, which waits for it', async () => {
  noteFailedStyles()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/a.css' })
  document.head.append(link)
  link.dispatchEvent(new Event('error'))
  expect(styles()).toEqual([])
  const Part = () => null
  const loading = chunk(async () => Part).preload()
  await expect.poll(() => styles().map(({ href }) => new URL(href).pathname)).toEqual(['/assets/a.css'])
  styles()[0]!.dispatchEvent(new Event('load'))
  expect(await loading).toBe(Part)
})
