import { useState } from 'react'
import { refusalText } from '../../../app/refusal.ts'
import { api } from '../../../app/api.ts'
import { parsed } from '../../../app/calls.ts'
import { deleteUpload, postUpload } from '@app/contracts/media.ts'
import type { ImageKind } from '@app/contracts/profiles.ts'
import {
  type Area,
  cutPicture,
  DAMAGED,
  openingFault,
  openPicture,
  type Picture,
  readPicked,
} from './picture.ts'
import type { Slot } from './slots.ts'

interface ImagePlace {
  readonly profileId: string
  readonly kind: ImageKind
}

const pathOf = ({ kind, profileId }: ImagePlace): string => `/upload/${kind}/${encodeURIComponent(profileId)}`

/** A neutral name instead of the picked file's: the server stores none. */
const FILE_NAME = 'imagen'

function formOf(file: Blob): FormData {
  const form = new FormData()
  form.append('file', file, FILE_NAME)
  return form
}

/** Also after a failure: an answer that was lost may have been a success. */
const changedTags = (_answer: unknown, _error: unknown, { profileId }: ImagePlace) => [
  'Profiles' as const,
  { type: 'Profile' as const, id: profileId },
]

const imageApi = api.injectEndpoints({
  endpoints: (build) => ({
    uploadImage: build.mutation({
      query: ({ file, ...place }: ImagePlace & { readonly file: Blob }) => ({
        url: pathOf(place),
        method: 'POST',
        body: formOf(file),
      }),
      ...parsed(postUpload),
      invalidatesTags: changedTags,
    }),
    deleteImage: build.mutation({
      query: (place: ImagePlace) => ({ url: pathOf(place), method: 'DELETE' }),
      ...parsed(deleteUpload),
      invalidatesTags: changedTags,
    }),
  }),
})

export const { useDeleteImageMutation } = imageApi

export const NO_ANSWER = 'No pudimos conectarnos. Revisa tu conexión e inténtalo de nuevo.'
const NOT_OPENED = 'No pudimos abrir el editor de imágenes. Recarga la página e inténtalo de nuevo.'

const loadDialog = () => import('./CropDialog.tsx')

interface Framing {
  readonly name: 'framing'
  readonly picture: Picture
  readonly Dialog: Awaited<ReturnType<typeof loadDialog>>['CropDialog']
}

interface ImageUploadOptions {
  readonly profileId: string
  readonly slot: Slot
  readonly onDone: (message: string) => void
  readonly onFault: (fault: string | undefined) => void
}

const IDLE = { name: 'idle' } as const

/** @returns why it cannot be framed, or the step in which it is framed */
async function openForFraming(file: Blob, slot: Slot): Promise<string | Framing> {
  const picked = await readPicked(file)
  if (typeof picked === 'string') return picked
  const [dialog, picture] = await Promise.allSettled([loadDialog(), openPicture(file, slot)])
  if (dialog.status === 'rejected') return NOT_OPENED
  if (picture.status === 'rejected') return openingFault(picked)
  return { name: 'framing', picture: picture.value, Dialog: dialog.value.CropDialog }
}

export function useImageUpload({ profileId, slot, onDone, onFault }: ImageUploadOptions) {
  const [step, setStep] = useState<Framing | { readonly name: 'idle' | 'opening' | 'sending' }>(IDLE)
  const [upload] = imageApi.useUploadImageMutation()

  const refuse = (message: string): void => {
    setStep(IDLE)
    onFault(`Error al subir imagen: ${message}`)
  }
  const send = async (file: Blob): Promise<void> => {
    onFault(undefined)
    setStep({ name: 'sending' })
    const { data, error } = await upload({ profileId, kind: slot.kind, file })
    if (!data) return refuse(refusalText(error, NO_ANSWER))
    setStep(IDLE)
    onDone(data.message.replace(slot.kind, slot.ofWhat))
  }
  const pick = async (file: Blob): Promise<void> => {
    onFault(undefined)
    setStep({ name: 'opening' })
    const opened = await openForFraming(file, slot)
    if (typeof opened === 'string') refuse(opened)
    else setStep(opened)
  }
  const use = async ({ picture }: Framing, frame: Area): Promise<void> => {
    setStep({ name: 'sending' })
    const file = await cutPicture(picture, frame, slot).catch(() => undefined)
    picture.bitmap.close()
    if (file) await send(file)
    else refuse(DAMAGED)
  }
  const cancel = ({ picture }: Framing): void => {
    picture.bitmap.close()
    setStep(IDLE)
  }
  return { step, pick, use, cancel }
}
