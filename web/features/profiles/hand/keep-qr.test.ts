// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { antonia } from '../../../testing/fixtures.ts'
import { keptPageOf } from './keep-qr.ts'
import { qrDrawingOf } from '../../../ui/QrCode.tsx'

const SITE = 'https://tarjeta.example'
const own = { ...antonia, name: 'Antonia', lastname: 'Rivas Soto', position: 'Directora', company: 'Andes' }
const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')

beforeEach(() => {
  document.documentElement.dataset['site'] = SITE
})

test('the kept page has the code of the card, and of its owner what the code’s screen shows', () => {
  const page = parsed(keptPageOf(own))
  const { path } = qrDrawingOf(`${SITE}/pages/${own.slug}?s=qr`)
  expect(page.querySelector('svg path')?.getAttribute('d')).toBe(path)
  const texts = [...page.querySelectorAll('p, h1, a')].map(({ textContent }) => textContent)
  expect(texts).toEqual([
    'Andes',
    'Apunta aquí con la cámara',
    'Antonia Rivas Soto',
    'Directora',
    'Abrir el panel',
    'Sin conexión se abre tu código, que funciona igual. Lo demás vuelve con la red.',
  ])
})

test('what looks like markup is text on the kept page', () => {
  const page = parsed(keptPageOf({ ...own, name: '<script>1</script>', position: '<img src=x>' }))
  expect(page.querySelectorAll('script, img')).toHaveLength(0)
  expect(page.querySelector('h1')?.textContent).toBe('<script>1</script> Rivas Soto')
  expect(page.title).toBe('QR de <script>1</script> Rivas Soto')
})
