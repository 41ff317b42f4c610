import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { antonia } from '../../../testing/fixtures.ts'
import { fakeApi, press, showPartAt } from '../../../testing/screen.tsx'
import { qrDrawingOf } from '../../../ui/QrCode.tsx'
import { keptPageOf } from './keep-qr.ts'
import { useCardInHand } from './use-card-in-hand.ts'

fakeApi()
const SITE = 'https://tarjeta.example'
const own = { ...antonia, company_logo: null }

function Shell() {
  const [hand, openCard] = useCardInHand(own, [own])
  return (
    <>
      <button onClick={hand.showQr}>Mostrar QR</button>
      {openCard}
    </>
  )
}
const CODE = { name: 'Antonia Rivas Soto' }
async function openQr(): Promise<HTMLElement> {
  await press('Mostrar QR')
  return screen.findByRole('dialog', CODE)
}
const withNavigators = (name: 'wakeLock' | 'share', value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true })

beforeEach(() => void (document.documentElement.dataset['site'] = SITE))
afterEach(() => (['share', 'wakeLock'] as const).forEach((name) => withNavigators(name, undefined)))

const SHEET = { name: 'Comparte tu tarjeta' }

testTable([
  ['AbortError', 0],
  ['NotAllowedError', 1],
])(
  'closing the system’s share sheet opens no other, and our sheet opens where the system refuses its own',
  async (name, count) => {
    withNavigators('share', () => Promise.reject(new DOMException('', name)))
    showPartAt('/dashboard', <Shell />)
    await openQr()
    await press('Compartir')
    if (count > 0) await screen.findByRole('dialog', SHEET)
    expect(screen.queryAllByRole('dialog', SHEET)).toHaveLength(count)
    cleanup()
  },
)

test('without a system’s sheet there are WhatsApp, mail, the link and the files, and the way back', async () => {
  showPartAt('/dashboard', <Shell />)
  await openQr()
  await press('Compartir')
  await screen.findByRole('dialog', SHEET)
  const links = screen.getAllByRole('link').map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))
  expect(links).toEqual([
    `https://wa.me/?text=Antonia Rivas Soto: ${SITE}/pages/antonia-rivas`,
    `mailto:?subject=Tarjeta de Antonia Rivas Soto&body=${SITE}/pages/antonia-rivas`,
    '/pages/antonia-rivas/qr.png',
    '/pages/antonia-rivas/qr.svg',
  ])
  await userEvent.click(screen.getByRole('button', { name: /^Copiar enlace/ }))
  await screen.findByRole('dialog', CODE)
})

test('the screen stays awake while the code is shown, and not longer', async () => {
  const release = vi.fn().mockResolvedValue(undefined)
  const request = vi.fn().mockResolvedValue({ release })
  withNavigators('wakeLock', { request })
  showPartAt('/dashboard', <Shell />)
  await openQr()
  expect(request).toHaveBeenCalledExactlyOnceWith('screen')
  expect(release).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(release).toHaveBeenCalledOnce()
})

const ANTONIA = { ...antonia, position: 'Directora', company: 'Andes' }
const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')

test('the kept page has the code of the card, and of its owner what the code’s screen shows', () => {
  const page = parsed(keptPageOf(ANTONIA))
  const { path } = qrDrawingOf(`${SITE}/pages/${ANTONIA.slug}?s=qr`)
  expect(page.querySelector('svg path')?.getAttribute('d')).toBe(path)
  const texts = [...page.querySelectorAll('p, h1, a')].map(({ textContent }) => textContent)
  expect(texts).toEqual([
    'Apunta aquí con la cámara',
    'Antonia Rivas Soto',
    'Directora',
    'Andes',
    'Abrir el panel',
    'Sin conexión se abre tu código, que funciona igual. Lo demás vuelve con la red.',
  ])
})

test('what looks like markup is text on the kept page', () => {
  const page = parsed(keptPageOf({ ...ANTONIA, name: '<script>1</script>', position: '<img src=x>' }))
  expect(page.querySelectorAll('script, img')).toHaveLength(0)
  expect(page.querySelector('h1')?.textContent).toBe('<script>1</script> Rivas Soto')
  expect(page.title).toBe('QR de <script>1</script> Rivas Soto')
})
