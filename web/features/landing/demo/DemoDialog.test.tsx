import { render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { fakeApi } from '../../../testing/screen.tsx'
import { htmlOf } from '../../public-page/testing/opened-page.ts'
import { ANTONIA } from '../../public-page/testing/sample-profile.ts'
import { DemoPhone } from './DemoPhone.tsx'
import { demoPageOf, useDemo } from './use-demo.ts'

const api = fakeApi()
const Phone = () => <DemoPhone demo={useDemo()} />
test('where there is no demo profile, the phone is a picture that opens nothing', async () => {
  api.use(http.get('*/pages/demo', () => HttpResponse.html('<h1>Perfil no encontrado</h1>', { status: 404 })))
  render(<Phone />)
  const opener = screen.getByRole('button', { name: 'Ver el perfil demo en grande' })
  await expect.poll(() => opener.isConnected).toBe(false)
  expect(document.querySelector('[data-silhouette]')).not.toBeNull()
})

test('nothing in the picture leads anywhere: the contact file’s delivery would be an event', () => {
  const demo = demoPageOf(htmlOf({ ...ANTONIA, background_image: 'sea' }))
  const drawn = new DOMParser().parseFromString(demo?.markup ?? '', 'text/html').body
  expect(drawn.textContent).toContain('Guardar contacto')
  expect(drawn.querySelectorAll('[href], [action], [formaction], script, style, dialog')).toHaveLength(0)
  expect([...drawn.querySelectorAll('.openers button')].map((button) => button.getAttribute('type'))).toEqual(
    ['button', 'button'],
  )
  expect(drawn.querySelector('main')).toBeNull()
  expect(drawn.querySelectorAll(':scope > div.column')).toHaveLength(1)
  expect(demo?.name).toBe('Antonia Rivas Soto')
})

test.each(['', '<h1>Esta página no existe</h1>', '<body data-profile-id="1"><div class="column"></div>'])(
  'what is no profile is none: %j',
  (html) => {
    expect(demoPageOf(html)).toBeUndefined()
  },
)
