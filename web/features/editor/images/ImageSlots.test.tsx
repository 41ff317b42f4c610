import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { createGate } from '../../../../tests/support/gate.ts'
import { antonia, owner, signedInAs } from '../../../testing/fixtures.ts'
import { detailOf, refused } from '../../../testing/refused.ts'
import { fakeApi, press, showPartAt } from '../../../testing/screen.tsx'
import { useProfileQuery } from '../profile-api.ts'
import { ImageSlots } from './ImageSlots.tsx'

const JPEG_HEAD = [0xff, 0xd8, 0xff, 0xe0]

const jpegFile = (): File =>
  new File([Uint8Array.from([...JPEG_HEAD, 1, 2, 3])], 'foto.jpg', { type: 'image/jpeg' })

/** Decoding and drawing of pictures, which the document of component tests lacks. */
function drawPictures(): void {
  vi.stubGlobal('createImageBitmap', () =>
    Promise.resolve({ width: 1_000, height: 800, close: () => undefined }),
  )
  const context = {
    canvas: document.createElement('canvas'),
    drawImage: () => undefined,
    fillRect: () => undefined,
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,')
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take, type) =>
    take(new Blob([new Uint8Array(JPEG_HEAD)], { type: type ?? '' })),
  )
}

const api = fakeApi()
const UPLOAD = '*/api/upload/:kind/:id'
const ANSWERED = 'Imagen profile-image subida correctamente al perfil Antonia'
const DONE = 'Imagen de perfil subida correctamente al perfil Antonia'
const person = userEvent.setup({ delay: null, applyAccept: false })

const kept: OwnProfile = { ...antonia, company_logo: 'b'.repeat(32) }
beforeEach(() => {
  drawPictures()
  api.use(http.get('*/api/profile/:id', () => HttpResponse.json(kept)))
})
function Editor() {
  const { data } = useProfileQuery(antonia.id)
  return data ? <ImageSlots profile={data.profile} /> : null
}

const show = async () => {
  const store = showPartAt('/dashboard', <Editor />, signedInAs(owner))
  await screen.findByRole('heading', { name: 'Imágenes' })
  return store
}
const slotOf = (noun: string) => screen.getByLabelText(new RegExp(`^(Subir|Cambiar) ${noun}$`))
const pick = (file: File, noun = 'imagen de perfil') => person.upload(slotOf(noun), file)
const use = async () => press('Usar imagen')
const uploaded = (message = ANSWERED) =>
  HttpResponse.json({ message, kind: 'profile-image', ref: 'a'.repeat(32), url: '/api/files/a' })

test('an upload shows that it runs; a refused one brings why into view, and the same picture may be sent again', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
  api.use(http.post(UPLOAD, () => refused('unavailable'), { once: true }))
  await show()
  await pick(jpegFile())
  await use()
  const text = `Error al subir imagen: ${detailOf('unavailable')}`
  const fault = await screen.findByText(text)
  expect(slotOf('imagen de perfil').getAttribute('aria-describedby')).toBe(fault.id)
  expect(shown.mock.contexts).toEqual([screen.getByRole('alert')])
  shown.mockRestore()
  const gate = createGate()
  api.use(http.post(UPLOAD, () => gate.opened.then(() => uploaded())))
  await pick(jpegFile())
  await use()
  await screen.findByText('Subiendo...')
  const input = slotOf('imagen de perfil')
  expect([input.getAttribute('aria-busy'), input.previousElementSibling]).toEqual(['true', null])
  gate.open()
  await eventually(() => expect(screen.queryAllByText(DONE)).toHaveLength(1))
  expect(screen.queryByText(text)).toBeNull()
})

test('a stored picture that does not load says Error, and is deleted after a question, which shows a refusal', async () => {
  api.use(http.delete(UPLOAD, () => refused('unavailable')))
  await show()
  fireEvent.error(document.querySelector('img')!)
  expect(screen.getAllByText('Error')).toHaveLength(1)
  await press('Eliminar logo de la empresa')
  await screen.findByRole('dialog', { name: '¿Eliminar el logo?' })
  expect(screen.getAllByText('Tu perfil mostrará el diseño por defecto.')).toHaveLength(1)
  await press('Eliminar imagen')
  await screen.findByText(`Error al eliminar imagen: ${detailOf('unavailable')}`)
})
